import {
  Box,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  type Theme,
  Typography,
  useMediaQuery,
} from '@mui/material';

/** Shows a table of texts. On a phone, each row becomes a list, because four columns of sentences would not fit. */
export function PackTable({ head, rows }: { head: string[]; rows: string[][] }) {
  const isSmall = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  if (isSmall)
    return (
      <Box sx={{ mb: 2 }}>
        {rows.map(([name, ...cells]) => (
          <Box key={name} sx={{ py: 1.5, borderTop: 1, borderColor: 'divider' }}>
            <Typography component="h3" variant="subtitle2" sx={{ fontSize: 15, mb: 0.5 }}>
              {name}
            </Typography>
            <Box
              component="dl"
              sx={{
                m: 0,
                display: 'grid',
                gridTemplateColumns: 'minmax(88px, 2fr) 5fr',
                columnGap: 1.5,
                rowGap: 0.5,
              }}
            >
              {cells.map((cell, index) => (
                <Box key={head[index + 1]} sx={{ display: 'contents' }}>
                  <Typography component="dt" variant="body2" color="text.secondary">
                    {head[index + 1]}
                  </Typography>
                  <Typography component="dd" variant="body2" sx={{ m: 0, overflowWrap: 'anywhere' }}>
                    {cell}
                  </Typography>
                </Box>
              ))}
            </Box>
          </Box>
        ))}
      </Box>
    );
  return (
    <Table size="small" sx={{ mb: 2, '& td, & th': { verticalAlign: 'top' } }}>
      <TableHead>
        <TableRow>
          {head.map((title) => (
            <TableCell key={title}>{title}</TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map(([name, ...cells]) => (
          <TableRow key={name}>
            <TableCell component="th" scope="row" sx={{ fontWeight: 600 }}>
              {name}
            </TableCell>
            {cells.map((cell, index) => (
              <TableCell key={head[index + 1]}>{cell}</TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
