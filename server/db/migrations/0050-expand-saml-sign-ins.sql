-- Sign-ins with SAML that a browser has started. The service's response arrives without our cookies, perhaps at another
-- process, so what it must answer, and what it said, are kept here until the browser fetches the result.
create table saml_sign_ins (
  state text primary key,
  -- the key of the service in the settings
  provider text not null,
  request_id text not null,
  -- what the service said, once its response has been accepted; the text "null" if it was refused
  answer text,
  expires_at timestamptz not null
);
create index saml_sign_ins_by_expiry on saml_sign_ins (expires_at);

-- The ids of accepted assertions, so that none is accepted twice
create table saml_assertions (
  id text primary key,
  expires_at timestamptz not null
);
create index saml_assertions_by_expiry on saml_assertions (expires_at);
