import ProvenIcon from '@mui/icons-material/CheckCircleOutlined';
import { Box, Chip, Link, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import type { Block } from '../../contract/managed/works-council-pack.ts';
import { PackTable } from './pack-table.tsx';

const colours = { recommended: 'success', agreement: 'warning', notRecommended: 'error' } as const;

/** Shows a block of the works-council pack. */
export function PackBlock({ block }: { block: Block }) {
  switch (block.kind) {
    case 'text':
      return <Typography sx={{ mb: 1.5, maxWidth: '72ch' }}>{block.text}</Typography>;
    case 'table':
      return <PackTable {...block} />;
    case 'articles':
      return (
        <Box component="ol" sx={{ pl: 3, my: 0, '& li': { mb: 1, pl: 0.5, maxWidth: '72ch' } }}>
          {block.articles.map((article) => (
            <Typography key={article} component="li">
              {article}
            </Typography>
          ))}
        </Box>
      );
    case 'claim':
      return <Claim {...block} />;
    case 'verdict':
      return <Verdict {...block} />;
  }
}

/** Shows a statement about the platform, and the tests that prove it. */
function Claim({ id, text, tests }: Extract<Block, { kind: 'claim' }>) {
  const translate = useTranslate();
  return (
    <Box id={`claim-${id}`} sx={{ display: 'grid', gridTemplateColumns: '28px minmax(0, 1fr)', mb: 1.5 }}>
      <ProvenIcon color="success" fontSize="small" aria-hidden sx={{ mt: 0.25 }} />
      <Box sx={{ maxWidth: '72ch' }}>
        <Typography>{text}</Typography>
        <Box component="details" sx={{ color: 'text.secondary', fontSize: 14, overflowWrap: 'anywhere' }}>
          <Box component="summary" sx={{ cursor: 'pointer', py: 0.5 }}>
            {translate('resources.works-council-pack.provenBy', { smart_count: tests.length })}
          </Box>
          <Box component="ul" lang="en" sx={{ m: 0, pl: 2.5 }}>
            {tests.map(({ file, title }) => (
              <li key={`${file} ${title}`}>
                {title} <code>{file}</code>
              </li>
            ))}
          </Box>
        </Box>
      </Box>
    </Box>
  );
}

/** Shows a setting with our recommendation, and a link to the page where it can be changed. */
function Verdict({ setting, value, verdict, reason, page }: Extract<Block, { kind: 'verdict' }>) {
  const translate = useTranslate();
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '150px minmax(0, 1fr)' },
        gap: { xs: 0.5, sm: 2 },
        py: 1.5,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Chip
        size="small"
        variant="outlined"
        color={colours[verdict]}
        label={translate(`resources.works-council-pack.verdicts.${verdict}`)}
        sx={{ justifySelf: 'start', fontWeight: 600 }}
      />
      <Box sx={{ maxWidth: '66ch' }}>
        <Typography component="h3" variant="subtitle2" sx={{ fontSize: 15 }}>
          {setting}
        </Typography>
        <Typography>{value}</Typography>
        <Typography variant="body2" color="text.secondary">
          {reason}
        </Typography>
        {page && (
          <Link
            component={RouterLink}
            to={page}
            variant="body2"
            aria-label={translate('resources.works-council-pack.openNamed', { setting })}
          >
            {translate('resources.works-council-pack.open')}
          </Link>
        )}
      </Box>
    </Box>
  );
}
