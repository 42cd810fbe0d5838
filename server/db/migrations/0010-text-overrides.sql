-- Texts that organisers have put in the place of the product's own
create table text_overrides (
  language text not null,
  namespace text not null,
  -- as `signIn.send`
  key text not null,
  text text not null,
  primary key (language, namespace, key)
);
