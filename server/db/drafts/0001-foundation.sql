do $$ begin
  if to_regclass('failed_attempts') is null then
    alter table sign_in_failures rename to failed_attempts;
    alter index sign_in_failures_pkey rename to failed_attempts_pkey;
  end if;
end $$;
