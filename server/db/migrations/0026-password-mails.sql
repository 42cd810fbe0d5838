-- People are told by mail that their password was changed

alter table mails drop constraint mails_kind_check;
alter table mails add constraint mails_kind_check check (
  kind in ('activate', 'reset-password', 'password-changed', 'invite', 'decision', 'anonymisation', 'test')
);
