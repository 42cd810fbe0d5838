import SettingsIcon from '@mui/icons-material/TuneOutlined';
import { Typography } from '@mui/material';
import {
  BooleanInput,
  CheckboxGroupInput,
  Edit,
  maxLength,
  RadioButtonGroupInput,
  type RaRecord,
  ReferenceInput,
  type ResourceProps,
  required,
  SelectInput,
  TabbedForm,
  TabbedFormTabs,
  TextInput,
  useNotify,
  useTranslate,
} from 'react-admin';
import { useWatch } from 'react-hook-form';
import { Navigate } from 'react-router';
import { platforms } from '../../contract/couplings.ts';
import { fewestDaysKept, mostDaysKept } from '../../contract/kit/days-kept.ts';
import { languages } from '../../contract/kit/fields.ts';
import { longestPlatformName } from '../../contract/kit/platform-name.ts';
import { ColourInput } from '../kit/colour-input.tsx';
import { InEveryLanguage } from '../kit/in-every-language.tsx';
import { NumberInput } from '../kit/number-input.tsx';
import { readable, SaveToolbar } from '../kit/pages.tsx';
import { PictureInput } from '../kit/picture-input.tsx';
import { RichText } from '../kit/rich-text.tsx';
import { SavedNotice } from '../kit/saved-notice.tsx';
import { ownColour } from '../shell/theme.ts';

/** Returns the choices of a setting, with their labels. */
const choicesOf = (setting: string, ids: readonly string[]) =>
  ids.map((id) => ({ id, name: `resources.settings.choices.${setting}.${id}` }));

const languageChoices = languages.map((id) => ({ id, name: `ra.locales.${id}` }));

function Explanation({ of }: { of: string }) {
  const translate = useTranslate();
  return (
    <Typography variant="body2" color="text.secondary" sx={{ maxWidth: '65ch', mb: 2 }}>
      {translate(`resources.settings.explanations.${of}`)}
    </Typography>
  );
}

/** Shows the field for the default language, which must be one of the selected languages. */
function StartLanguage() {
  const offered: string[] = useWatch({ name: 'availableLanguages' }) ?? [];
  return (
    <SelectInput
      source="defaultLanguage"
      choices={languageChoices.filter(({ id }) => offered.includes(id))}
    />
  );
}

function SettingsEdit() {
  const notify = useNotify();
  const translate = useTranslate();
  const label = (tab: string) => `resources.settings.tabs.${tab}`;
  return (
    <Edit
      id={1}
      mutationMode="pessimistic"
      redirect={false}
      mutationOptions={{
        onSuccess: (after: RaRecord, { previousData }: { previousData?: RaRecord }) => {
          if (previousData)
            notify(
              <SavedNotice
                resource="settings"
                before={previousData}
                after={after}
                message={translate('app.saved')}
              />,
              {
                autoHideDuration: 10_000,
              },
            );
        },
      }}
    >
      <TabbedForm
        warnWhenUnsavedChanges
        toolbar={<SaveToolbar />}
        sx={{ '& > .MuiCardContent-root': readable }}
        tabs={<TabbedFormTabs variant="scrollable" scrollButtons="auto" allowScrollButtonsMobile />}
      >
        <TabbedForm.Tab label={label('look')}>
          <Explanation of="look" />
          <TextInput
            source="platformName"
            validate={[required(), maxLength(longestPlatformName)]}
            helperText="resources.settings.help.platformName"
          />
          <ColourInput
            source="companyColour"
            own={ownColour.light}
            helperText="resources.settings.help.companyColour"
          />
          <RadioButtonGroupInput source="headerMode" choices={choicesOf('headerMode', ['dark', 'light'])} />
          <PictureInput source="logoDark" ground="dark" />
          <PictureInput source="logoLight" ground="light" />
          <PictureInput source="headerPicture" ground="light" />
          <PictureInput source="providerLogo" ground="light" />
          <ReferenceInput source="progressMapId" reference="progress-maps">
            <SelectInput resettable helperText="resources.settings.help.progressMapId" />
          </ReferenceInput>
        </TabbedForm.Tab>
        <TabbedForm.Tab label={label('languages')} path="languages">
          <CheckboxGroupInput source="availableLanguages" choices={languageChoices} />
          <StartLanguage />
          <RadioButtonGroupInput
            source="visitorLanguage"
            choices={choicesOf('visitorLanguage', ['default', 'browser'])}
            helperText="resources.settings.help.visitorLanguage"
          />
        </TabbedForm.Tab>
        <TabbedForm.Tab label={label('signUp')} path="sign-up">
          <RadioButtonGroupInput
            source="registrationMethod"
            choices={choicesOf('registrationMethod', ['form', 'formAndProviders', 'providers'])}
          />
          <RadioButtonGroupInput
            source="emailVerification"
            choices={choicesOf('emailVerification', ['none', 'required'])}
          />
          <BooleanInput
            source="provisioningInvites"
            helperText="resources.settings.help.provisioningInvites"
          />
          <InEveryLanguage>
            <TextInput source="registerExtraTitle" />
            <RichText source="registerExtraText" />
          </InEveryLanguage>
        </TabbedForm.Tab>
        <TabbedForm.Tab label={label('together')} path="together">
          <BooleanInput source="teamsEnabled" />
          <BooleanInput source="allowTeamCreation" />
          <RadioButtonGroupInput
            source="teamRanking"
            choices={choicesOf('teamRanking', ['sum', 'average'])}
          />
          <BooleanInput source="likesEnabled" />
          <BooleanInput source="commentsEnabled" />
          <NumberInput
            source="participantsModifier"
            min={0}
            helperText="resources.settings.help.participantsModifier"
          />
        </TabbedForm.Tab>
        <TabbedForm.Tab label={label('services')} path="services">
          <Explanation of="services" />
          <BooleanInput source="stravaApproved" helperText="resources.settings.help.stravaApproved" />
          {platforms.map((platform) => (
            <SelectInput
              key={platform}
              source={`showToOthers.${platform}`}
              label={platform}
              choices={choicesOf('showToOthers', ['full', 'score_only', 'none'])}
            />
          ))}
        </TabbedForm.Tab>
        <TabbedForm.Tab label={label('trust')} path="trust">
          <BooleanInput
            source="secondFactorRequired"
            helperText="resources.settings.help.secondFactorRequired"
          />
          <BooleanInput source="activitiesByReason" helperText="resources.settings.help.activitiesByReason" />
          <RadioButtonGroupInput
            source="newNameShown"
            choices={choicesOf('newNameShown', ['full', 'none'])}
            helperText="resources.settings.help.newNameShown"
          />
          <NumberInput
            source="anonymiseAfterDays"
            min={fewestDaysKept}
            max={mostDaysKept}
            helperText="resources.settings.help.anonymiseAfterDays"
          />
          <NumberInput
            source="removeInvitedAfterDays"
            min={fewestDaysKept}
            max={mostDaysKept}
            helperText="resources.settings.help.removeInvitedAfterDays"
          />
        </TabbedForm.Tab>
        <TabbedForm.Tab label={label('texts')} path="texts">
          <ReferenceInput source="faqLibraryId" reference="faq-libraries">
            <SelectInput resettable />
          </ReferenceInput>
          <InEveryLanguage>
            <TextInput source="dashboardInfoTitle" />
            <RichText source="dashboardInfoContent" />
            <RichText source="contactContent" />
            <RichText source="infoScreen" />
          </InEveryLanguage>
        </TabbedForm.Tab>
      </TabbedForm>
    </Edit>
  );
}

export const settings: ResourceProps = {
  name: 'settings',
  icon: SettingsIcon,
  list: () => <Navigate to="/settings/1" replace />,
  edit: SettingsEdit,
  recordRepresentation: () => '',
};
