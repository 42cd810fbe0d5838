import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate, useParams } from 'react-router';
import { settingsQuery } from '../configs/queries.ts';
import { SignInScreen } from '../sign-in/sign-in-screen.tsx';
import { Waiting } from '../ui/waiting.tsx';
import { storeLastParticipation } from './last-participation.ts';

/** Shown to visitors who follow an invitation to a team. Stores the invitation until they sign in. */
export default function VisitorScreen() {
  const { uuid = '' } = useParams();
  const navigate = useNavigate();
  const isOn = useQuery(settingsQuery).data?.teamsEnabled;
  useEffect(() => {
    if (!isOn) return;
    storeLastParticipation(uuid, location.href);
    navigate('/', { replace: true });
  }, [isOn, uuid, navigate]);
  return isOn === false ? <SignInScreen /> : <Waiting />;
}
