import { Box, Typography } from '@mui/material';
import { Link, type RaRecord, useGetList, useRecordContext, useTranslate } from 'react-admin';

/** The maximum number of members shown; the list of people shows all of them. */
const mostShown = 200;

/** Shows the members of a team, with links to their pages. */
export function TeamMembers() {
  const translate = useTranslate();
  const team = useRecordContext();
  const { data = [] } = useGetList<RaRecord>(
    'people',
    {
      filter: { teamId: team?.id },
      sort: { field: 'surname', order: 'ASC' },
      pagination: { page: 1, perPage: mostShown },
    },
    { enabled: Boolean(team) },
  );
  if (!team) return null;
  const marks = ({ id, state }: RaRecord) =>
    [
      id === team.captainId && translate('resources.teams.fields.captain'),
      state !== 'active' && translate(`resources.people.states.${state}`),
    ].filter(Boolean);
  return (
    <Box sx={{ my: 1 }}>
      <Typography variant="subtitle2" component="h2">
        {translate('resources.teams.ofMembers', { smart_count: team.members })}
      </Typography>
      <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
        {data.map((person) => (
          <Box component="li" key={person.id} sx={{ py: 0.5 }}>
            <Link to={`/people/${person.id}`}>
              {person.givenName} {person.surname}
            </Link>
            {marks(person).map((mark) => ` · ${mark}`)}
          </Box>
        ))}
      </Box>
    </Box>
  );
}
