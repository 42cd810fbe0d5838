import { Box, type Theme, useMediaQuery } from '@mui/material';
import type { ComponentType, ReactElement, ReactNode } from 'react';
import {
  Create,
  CreateButton,
  DataTable,
  DeleteButton,
  Edit,
  ExportButton,
  FilterButton,
  List,
  type ListProps,
  type RaRecord,
  type RowClickFunction,
  SaveButton,
  SimpleForm,
  type SimpleFormProps,
  SimpleList,
  Toolbar,
  TopToolbar,
  useNotify,
  useRedirect,
  useResourceContext,
} from 'react-admin';
import { EmptyList, NothingFound } from './empty-list.tsx';
import { FirstError } from './first-error.tsx';
import { FreshRecord } from './fresh-record.tsx';
import { useNamedNotice } from './named-notice.ts';
import { SavedNotice } from './saved-notice.tsx';
import { toSpreadsheet } from './spreadsheet.ts';

/** As many rows as an export may have: a company's people for years, in a file that a spreadsheet opens. */
const longestExport = 100_000;

interface ListPageProps {
  /** `DataTable.Col` and its kin, on a desk. */
  children: ReactNode;
  /** What a row is called on a phone. */
  primary: (record: RaRecord) => ReactNode;
  /** What stands below it. */
  secondary?: (record: RaRecord) => ReactNode;
  filters?: ReactElement[];
  sort?: ListProps['sort'];
  /** Where a row leads; nowhere where there is nothing to see. */
  rowClick?: 'edit' | 'show' | false | ((record: RaRecord) => 'edit' | 'show');
  canCreate?: boolean;
  /** What offers the table's rows as a file; nothing where they are no good as one. */
  exportButton?: ReactNode;
  /** What can be done besides, in words. */
  actions?: ReactNode;
  empty?: ReactElement | false;
  /** What can be done with rows that are selected, on a desk. */
  bulkActions?: ReactElement;
}

/** On a phone buttons with words have a line of their own. */
const inWords = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1,
  order: { xs: 2, sm: 0 },
  flex: { xs: '1 1 100%', sm: 'none' },
  '&:empty': { display: 'none' },
};

/** A table of a resource, which is a list of rows with two lines on a phone. */
export function ListPage({
  children,
  primary,
  secondary,
  filters,
  sort,
  rowClick = 'edit',
  canCreate = true,
  exportButton = <ExportButton maxResults={longestExport} />,
  actions,
  empty,
  bulkActions,
}: ListPageProps) {
  const resource = useResourceContext();
  const isSmall = useMediaQuery<Theme>((theme) => theme.breakpoints.down('md'));
  const to: RowClickFunction | 'edit' | 'show' | false =
    typeof rowClick === 'function' ? (_id, _resource, record) => rowClick(record) : rowClick;
  return (
    <List
      {...(filters ? { filters } : {})}
      {...(sort ? { sort } : {})}
      empty={empty ?? <EmptyList />}
      perPage={25}
      exporter={toSpreadsheet}
      actions={
        <TopToolbar>
          {filters && filters.length > 0 ? <FilterButton /> : null}
          {actions && <Box sx={inWords}>{actions}</Box>}
          {canCreate && <CreateButton label={`resources.${resource}.page.create`} />}
          {exportButton}
        </TopToolbar>
      }
    >
      {isSmall ? (
        <SimpleList
          primaryText={primary}
          empty={<NothingFound />}
          {...(secondary ? { secondaryText: secondary } : {})}
          rowClick={to}
        />
      ) : (
        <DataTable rowClick={to} bulkActionButtons={bulkActions ?? false} empty={<NothingFound />}>
          {children}
        </DataTable>
      )}
    </List>
  );
}

/** A line of a form is no longer than one reads with ease. */
export const readable = { maxWidth: 800 };

interface EditPageProps {
  children: ReactNode;
  aside?: ReactElement;
  canRemove?: boolean;
  /** Where more than lines of text has to fit. */
  isWide?: boolean;
  /** The form around the inputs, where it does more than save. */
  form?: ComponentType<SimpleFormProps>;
  /** Where it leads once it is saved. */
  redirect?: 'list' | 'edit';
}

/** The buttons below a form of what can be changed and not removed. */
export function SaveToolbar() {
  return (
    <Toolbar>
      <SaveButton />
    </Toolbar>
  );
}

/** The buttons below a form of what can be changed and removed. */
function RemovableToolbar() {
  const notify = useNotify();
  const redirect = useRedirect();
  const resource = useResourceContext() ?? '';
  const named = useNamedNotice();
  return (
    <Toolbar sx={{ justifyContent: 'space-between' }}>
      <SaveButton />
      <DeleteButton
        mutationMode="pessimistic"
        mutationOptions={{
          onSuccess: (record: RaRecord) => {
            notify(named('removedNamed', record), { type: 'info' });
            redirect('list', resource);
          },
        }}
      />
    </Toolbar>
  );
}

/** A form to change a resource: checked by the server before it closes, and to be taken back afterwards. */
export function EditPage({
  children,
  aside,
  canRemove = true,
  isWide = false,
  form: Inputs = SimpleForm,
  redirect: to = 'list',
}: EditPageProps) {
  const notify = useNotify();
  const redirect = useRedirect();
  const resource = useResourceContext() ?? '';
  const named = useNamedNotice();
  return (
    <Edit
      mutationMode="pessimistic"
      {...(isWide ? {} : { sx: { '& .RaEdit-card': readable } })}
      {...(aside ? { aside } : {})}
      mutationOptions={{
        onSuccess: (after: RaRecord, { previousData }: { previousData?: RaRecord }) => {
          if (previousData)
            notify(
              <SavedNotice
                {...{ resource, before: previousData, after, message: named('savedNamed', after) }}
              />,
              {
                // Long enough to read it and to change one's mind.
                autoHideDuration: 10_000,
              },
            );
          redirect(to, resource, after.id);
        },
      }}
    >
      <FreshRecord>
        <Inputs
          warnWhenUnsavedChanges
          {...(isWide ? {} : { sx: readable })}
          toolbar={canRemove ? <RemovableToolbar /> : <SaveToolbar />}
        >
          {children}
          <FirstError />
        </Inputs>
      </FreshRecord>
    </Edit>
  );
}

/** A new one may be sent as it stands: what is missing is said then, and some need nothing to be filled in. */
function CreateToolbar() {
  return (
    <Toolbar>
      <SaveButton alwaysEnable />
    </Toolbar>
  );
}

/** A form to add one. */
export function CreatePage({
  children,
  form: Inputs = SimpleForm,
  redirect = 'list',
}: Pick<EditPageProps, 'children' | 'form' | 'redirect'>) {
  const notify = useNotify();
  const goTo = useRedirect();
  const resource = useResourceContext() ?? '';
  const named = useNamedNotice();
  const onSuccess = (record: RaRecord) => {
    notify(named('added', record), { type: 'info' });
    goTo(redirect, resource, record.id);
  };
  return (
    <Create mutationOptions={{ onSuccess }} sx={{ '& .RaCreate-card': readable }}>
      <Inputs warnWhenUnsavedChanges sx={readable} toolbar={<CreateToolbar />}>
        {children}
        <FirstError />
      </Inputs>
    </Create>
  );
}
