import HistoryIcon from '@mui/icons-material/HistoryOutlined';
import {
  DataTable,
  FunctionField,
  Labeled,
  type RaRecord,
  type ResourceProps,
  SearchInput,
  SelectInput,
  Show,
  SimpleShowLayout,
  TextInput,
  useLocaleState,
  useTranslate,
} from 'react-admin';
import { languages } from '../../contract/kit/fields.ts';
import { loggedResources } from '../../contract/managed/changes.ts';
import { textIn } from '../kit/in-every-language.tsx';
import { MomentField } from '../kit/moment-field.tsx';
import { ListPage } from '../kit/pages.tsx';
import { PersonInput } from '../people/person-input.tsx';
import { ChangeValues } from './change-values.tsx';

const filters = [
  <SearchInput key="q" source="q" alwaysOn />,
  <ResourceInput key="resource" source="resource" />,
  <PersonInput key="actorId" source="actorId" />,
  <PersonInput key="subjectId" source="subjectId" />,
  <TextInput key="resourceId" source="resourceId" />,
];

/** Shows the filter for the kind of resource, with the labels from the menu. */
function ResourceInput(props: { source: string }) {
  const translate = useTranslate();
  const [locale] = useLocaleState();
  const choices = loggedResources
    .map((id) => ({ id, name: translate(`resources.${id}.name`, { smart_count: 2 }) }))
    .sort((one, other) => one.name.localeCompare(other.name, locale));
  return <SelectInput {...props} choices={choices} translateChoice={false} />;
}

/** Shows the author of a change, which can be the platform itself. */
function Actor() {
  const translate = useTranslate();
  return (
    <FunctionField source="actor" render={({ actor }: RaRecord) => actor ?? translate('app.platform')} />
  );
}

/** Resources with only one instance, or whose ids mean nothing to organisers. */
const numberless = new Set(['settings', 'menus', 'texts', 'team-lock', 'people-imports', 'pictures']);

/** Returns the language of a menu; the ids of menus are in the order of the languages. */
const languageOfMenu = (id: string) => languages[Number(id) - 1];

/** Returns the name of a deleted resource; undefined if the row does not contain the name. */
function nameThen({ before, after }: RaRecord, locale: string): string | undefined {
  const values = before ?? after ?? {};
  const name = values.title ?? values.name ?? values.problem ?? values.code;
  return typeof name === 'object' && name !== null ? textIn(name, locale) : name;
}

/** Shows the changed resource: its label from the menu and its name, or its number if the resource no longer exists. */
function Subject() {
  const translate = useTranslate();
  const [locale] = useLocaleState();
  const named = (record: RaRecord): string | undefined => {
    const { resource, resourceId, name } = record;
    if (resource === 'menus') return translate(`ra.locales.${languageOfMenu(resourceId)}`);
    if (resource === 'tasks') return name && translate(`resources.tasks.kinds.${name}`, { _: name });
    return name ?? nameThen(record, locale);
  };
  return (
    <FunctionField
      source="resource"
      render={(record: RaRecord) => {
        const { resource, resourceId } = record;
        const kind = translate(`resources.${resource}.name`, { smart_count: 1, _: resource });
        const name = named(record);
        if (name) return `${kind} · ${name}`;
        return numberless.has(resource) ? kind : `${kind} ${resourceId}`;
      }}
    />
  );
}

/** Shows the reason for a change; the reason for an erasure is from a fixed list. */
function Reason() {
  const translate = useTranslate();
  return (
    <FunctionField
      source="reason"
      render={({ action, reason, after }: RaRecord) => {
        if (action !== 'erase') return reason ?? '—';
        // Older rows have the reason among their values.
        const why = reason ?? after?.reason ?? '';
        return translate(`resources.people.erasure.reasons.${why}`, { _: why || '—' });
      }}
    />
  );
}

function Action() {
  const translate = useTranslate();
  return (
    <FunctionField
      source="action"
      render={({ action }: RaRecord) => translate(`app.actions.${action}`, { _: action })}
    />
  );
}

function ChangeList() {
  return (
    <ListPage
      filters={filters}
      canCreate={false}
      rowClick="show"
      sort={{ field: 'at', order: 'DESC' }}
      primary={() => (
        <>
          <Action /> · <Subject />
        </>
      )}
      secondary={() => (
        <>
          <MomentField source="at" /> · <Actor />
        </>
      )}
    >
      <DataTable.Col source="at">
        <MomentField source="at" />
      </DataTable.Col>
      <DataTable.Col source="actor">
        <Actor />
      </DataTable.Col>
      <DataTable.Col source="action" disableSort>
        <Action />
      </DataTable.Col>
      <DataTable.Col source="resource">
        <Subject />
      </DataTable.Col>
      <DataTable.Col source="reason" disableSort>
        <Reason />
      </DataTable.Col>
    </ListPage>
  );
}

function ChangeShow() {
  return (
    <Show actions={false}>
      <SimpleShowLayout>
        <MomentField source="at" />
        <Labeled source="actor">
          <Actor />
        </Labeled>
        <Labeled source="action">
          <Action />
        </Labeled>
        <Labeled source="resource">
          <Subject />
        </Labeled>
        <Labeled source="reason">
          <Reason />
        </Labeled>
        <ChangeValues />
      </SimpleShowLayout>
    </Show>
  );
}

/** The change log, which says who changed what and why; read-only. */
export const changes: ResourceProps = {
  name: 'changes',
  icon: HistoryIcon,
  list: ChangeList,
  show: ChangeShow,
};
