import { ArrayInput, required, SelectInput, SimpleFormIterator, TextInput } from 'react-admin';
import { AddLine } from '../kit/add-line.tsx';
import { NumberInput } from '../kit/number-input.tsx';

const rankChoices = [1, 2].map((id) => ({ id, name: `resources.progress-maps.ranks.${id}` }));

/**
 * Returns the inputs for the places along the route, whose names appear on the map and are announced by screen readers.
 */
export const stationInputs = (
  <ArrayInput source="stations" helperText="resources.progress-maps.stationsHint">
    <SimpleFormIterator
      inline
      fullWidth
      disableReordering
      disableClear
      addButton={<AddLine label="resources.progress-maps.addStation" />}
    >
      <TextInput source="name" validate={required()} helperText={false} />
      <NumberInput source="percentage" min={0} max={100} validate={required()} helperText={false} />
      <SelectInput
        source="rank"
        choices={rankChoices}
        defaultValue={1}
        validate={required()}
        helperText={false}
      />
    </SimpleFormIterator>
  </ArrayInput>
);
