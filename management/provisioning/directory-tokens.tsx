import { Alert, Box, Button, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { required, TextInput, useTranslate } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import * as managed from '../../contract/managed/provisioning.ts';
import { ActionDialog } from '../kit/action-dialog.tsx';
import { useActivityFormat } from '../kit/activity-format.ts';
import { call } from '../kit/call.ts';

const prefix = 'resources.provisioned-groups.tokens';

/** Shows the tokens with which directories provision people. */
export function DirectoryTokens() {
  const translate = useTranslate();
  const [made, setMade] = useState<string>();
  const { data, error } = useQuery({
    queryKey: ['provisioning-tokens'],
    queryFn: () => call(managed.listTokens, {}),
    staleTime: 0,
  });
  const tokens = data?.['hydra:member'];
  return (
    <Box component="section" aria-labelledby="tokens" sx={{ mb: 4, maxWidth: 900 }}>
      <Typography id="tokens" component="h2" variant="h6">
        {translate(`${prefix}.title`)}
      </Typography>
      {error && <Alert severity="error">{translate(error.message, { _: error.message })}</Alert>}
      {made && (
        <Alert
          severity="success"
          sx={{ my: 1 }}
          action={
            <Button color="inherit" size="small" onClick={() => setMade(undefined)}>
              {translate(`${prefix}.copied`)}
            </Button>
          }
        >
          {translate(`${prefix}.made`)}
          <Code>{made}</Code>
        </Alert>
      )}
      {tokens?.length === 0 && (
        <Typography color="text.secondary" sx={{ my: 1 }}>
          {translate(`${prefix}.none`)}
        </Typography>
      )}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {tokens?.map((token) => (
          <TokenRow key={token.uuid} token={token} />
        ))}
      </Box>
      <Box sx={{ mt: 1 }}>
        <CreateToken show={setMade} />
      </Box>
    </Box>
  );
}

function CreateToken({ show }: { show: (token: string | undefined) => void }) {
  const translate = useTranslate();
  const act = async ({ name }: FieldValues) => {
    const { token } = await call(managed.createToken, { body: { name: String(name ?? '') } });
    show(token);
    return translate('app.saved');
  };
  return (
    <ActionDialog label={`${prefix}.create`} act={act}>
      <TextInput
        source="name"
        label={`${prefix}.name`}
        helperText={`${prefix}.nameHint`}
        validate={required()}
      />
    </ActionDialog>
  );
}

function TokenRow({ token }: { token: managed.ProvisioningToken }) {
  const translate = useTranslate();
  const { moment } = useActivityFormat();
  const { uuid, name, createdAt, createdBy, lastUsedAt } = token;
  const act = async () => {
    await call(managed.revokeToken, { params: { uuid } });
    return translate(`${prefix}.revoked`);
  };
  const created = translate(`${prefix}.${createdBy ? 'by' : 'byErased'}`, {
    at: moment(createdAt),
    name: createdBy,
  });
  const used = lastUsedAt
    ? translate(`${prefix}.lastUsed`, { at: moment(lastUsedAt) })
    : translate(`${prefix}.unused`);
  return (
    <Box
      component="li"
      sx={{
        ...{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', py: 1 },
        ...{ borderBottom: 1, borderColor: 'divider' },
      }}
    >
      <Box sx={{ mr: 'auto', minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{name}</Typography>
        <Typography variant="body2" color="text.secondary">
          {created} · {used}
        </Typography>
      </Box>
      <ActionDialog
        label={`${prefix}.revoke`}
        text={translate(`${prefix}.revokeHint`, { name })}
        color="error"
        act={act}
      />
    </Box>
  );
}

/** Shows a value to copy. */
export function Code({ children }: { children: string }) {
  return (
    <Box component="code" sx={{ display: 'block', fontSize: '0.875rem', overflowWrap: 'anywhere' }}>
      {children}
    </Box>
  );
}
