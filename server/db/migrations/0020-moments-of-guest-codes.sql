-- Moments beyond the years that forms take were stored, and broke the list of codes and every sign-up with the code
update guest_codes
set valid_from = greatest(least(valid_from, '2199-12-31T23:59:59Z'), '2000-01-01T00:00:00Z'),
  valid_until = greatest(least(valid_until, '2199-12-31T23:59:59Z'), '2000-01-01T00:00:00Z')
where valid_from not between '2000-01-01T00:00:00Z' and '2199-12-31T23:59:59Z'
  or valid_until not between '2000-01-01T00:00:00Z' and '2199-12-31T23:59:59Z';
