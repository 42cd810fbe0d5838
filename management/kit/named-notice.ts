import { type RaRecord, useGetRecordRepresentation, useResourceContext, useTranslate } from 'react-admin';

/**
 * Returns a function that creates messages with the name of the changed resource, such as «Added: challenge “Spring”».
 */
export function useNamedNotice(): (key: 'added' | 'removedNamed' | 'savedNamed', record: RaRecord) => string {
  const resource = useResourceContext() ?? '';
  const translate = useTranslate();
  const representation = useGetRecordRepresentation(resource);
  return (key, record) => {
    const kind = translate(`resources.${resource}.name`, { smart_count: 1 });
    return translate(`app.${key}`, { kind: kind.toLowerCase(), name: String(representation(record)) });
  };
}
