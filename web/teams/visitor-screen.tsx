import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate, useParams } from 'react-router';
import { settingsQuery } from '../configs/queries.ts';
import SignInScreen from '../sign-in/sign-in-screen.tsx';
import { Waiting } from '../ui/waiting.tsx';
import { storeLastParticipation } from './last-participation.ts';

/** Stores an invitation to a team until the visitor signs in, and goes to the sign-in page. */
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
