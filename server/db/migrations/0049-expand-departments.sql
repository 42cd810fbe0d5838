-- Where people work, from the company's directory or an imported table
alter table people add column department text, add column location text;
create index people_by_department on people (department) where department is not null;
create index people_by_location on people (location) where location is not null;
