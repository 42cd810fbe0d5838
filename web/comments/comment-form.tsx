import { Textarea, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import type { Activity } from '../../contract/activities.ts';
import { NewComment } from '../../contract/comments.ts';
import { useDraftForm } from '../kit/draft-form.ts';
import { meQuery } from '../people/queries.ts';
import { useField } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';
import classes from './comment-card.module.css';
import { useAddComment } from './queries.ts';

const schema = z.pick(NewComment, { content: true });
const empty = { content: '' };

/** Shows the form for a new comment. */
export function CommentForm({ activity }: { activity: Activity }) {
  const { t } = useTranslation('comments');
  const { form, keys, forget } = useDraftForm(schema, empty, {
    person: useQuery(meQuery).data?.id ?? 0,
    of: `comment ${activity.uuid}`,
  });
  const add = useAddComment(activity);
  const [added, setAdded] = useState(0);
  return (
    <div className={`${classes.form} measure`}>
      <Form
        form={form}
        send={async ({ content }) => {
          await add.mutateAsync({ content, keys });
          forget();
          form.reset(empty);
          setAdded(added + 1);
        }}
        submitLabel={t('form.submit')}
      >
        <ContentField />
      </Form>
      <VisuallyHidden role="status">{added > 0 && <span key={added}>{t('form.added')}</span>}</VisuallyHidden>
    </div>
  );
}

function ContentField() {
  const { t } = useTranslation('comments');
  return <Textarea size="md" label={t('form.content')} rows={2} {...useField('content')} />;
}
