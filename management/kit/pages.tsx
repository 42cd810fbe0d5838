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

/**
 * The maximum number of rows in an export: enough for a company over several years, and few enough for a spreadsheet.
 */
const longestExport = 100_000;

interface ListPageProps {
  /** The columns on a desktop, as `DataTable.Col` and similar. */
  children: ReactNode;
  /** The first line of a row on a phone. */
  primary: (record: RaRecord) => ReactNode;
  /** The second line of a row. */
  secondary?: (record: RaRecord) => ReactNode;
  filters?: ReactElement[];
  sort?: ListProps['sort'];
  /** The page that a row links to; false if rows have no page. */
  rowClick?: 'edit' | 'show' | false | ((record: RaRecord) => 'edit' | 'show');
  canCreate?: boolean;
  /** The export button; omit it if the rows are not useful as a file. */
  exportButton?: ReactNode;
  /** Other actions, as buttons with text labels. */
  actions?: ReactNode;
  empty?: ReactElement | false;
  /** Actions for selected rows, available on a desktop. */
  bulkActions?: ReactElement;
}

/** On a phone, buttons with text labels are on a separate line. */
const actionStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1,
  order: { xs: 2, sm: 0 },
  flex: { xs: '1 1 100%', sm: 'none' },
  '&:empty': { display: 'none' },
};

/** Shows the list page of a resource: a table on a desktop, and a list of two-line rows on a phone. */
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
          {actions && <Box sx={actionStyle}>{actions}</Box>}
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

/** Limits the line length of a form, so that it stays readable. */
export const readable = { maxWidth: 800 };

interface EditPageProps {
  children: ReactNode;
  aside?: ReactElement;
  canRemove?: boolean;
  /** Whether the page may be wider, for pages with more than text. */
  isWide?: boolean;
  /** The form component around the inputs, if the form does more than saving. */
  form?: ComponentType<SimpleFormProps>;
  /** The page that opens after saving. */
  redirect?: 'list' | 'edit';
}

/** Shows the toolbar of a form without a delete button. */
export function SaveToolbar() {
  return (
    <Toolbar>
      <SaveButton />
    </Toolbar>
  );
}

/** Shows the toolbar of a form with a delete button. */
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

/**
 * Shows the page to change a resource. The form stays open until the server accepts the change, and then offers undo.
 */
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
                // This is long enough to read the notice and press undo.
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

/** Shows the buttons of a creation form. People can submit an unchanged form, because some forms need no input. */
function CreateToolbar() {
  return (
    <Toolbar>
      <SaveButton alwaysEnable />
    </Toolbar>
  );
}

/** Shows the page to create a resource. */
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
