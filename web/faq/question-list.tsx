import '@mantine/core/styles/Accordion.css';
import { Accordion } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { FaqLibrary } from '../../contract/faq.ts';
import { Html } from '../ui/html.tsx';
import { questionOf } from './question-link.ts';
import classes from './question-list.module.css';

/**
 * Shows a list of questions whose answers open below them. If the URL has the fragment of a question (`#question-3`),
 * that question opens, scrolls into view and gets the focus. Links from an answer to another question do the same.
 */
export function QuestionList({ questions }: { questions: FaqLibrary['questions'] }) {
  const { hash, key } = useLocation();
  const navigate = useNavigate();
  const [opened, setOpened] = useState<string[]>([]);
  const list = useRef<HTMLDivElement>(null);
  const named = /^#question-(\d+)$/.exec(hash)?.[1];
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigating to the same question again changes the key
  useEffect(() => {
    const item = named && list.current?.querySelector(`[id="question-${named}"]`);
    if (!item) return;
    setOpened((before) => [...new Set([...before, named])]);
    item.querySelector('button')?.focus({ preventScroll: true });
    item.scrollIntoView({ block: 'start' });
  }, [named, key]);
  const follow = (address: URL) => {
    const id = questionOf(address);
    if (!questions.some((question) => question.id === id)) return false;
    navigate({ hash: `question-${id}` });
    return true;
  };
  return (
    <Accordion
      ref={list}
      multiple
      order={2}
      value={opened}
      onChange={setOpened}
      chevron={<IconPlus aria-hidden stroke={2.25} />}
      chevronSize={22}
      disableChevronRotation
      classNames={classes}
    >
      {questions.map(({ id, problem, solution }) => (
        <Accordion.Item key={id} value={String(id)} id={`question-${id}`}>
          <Accordion.Control>{problem}</Accordion.Control>
          <Accordion.Panel>
            <Html html={solution} onFollow={follow} />
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  );
}
