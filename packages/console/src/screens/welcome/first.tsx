import { Navigate } from '@tanstack/react-router';
import { useLive } from '../../api/hooks';
import { useMe } from '../../api/me';
import { Ready } from '../../ui/notice';
import { firstPrincipalKey, WelcomeFirst } from './types';

/** The first page: a principal, the operators' queue, or the way to a principal. */
export function Screen() {
  const { isOperator } = useMe();
  const first = useLive(WelcomeFirst, {}, () => false);
  return (
    <Ready of={first}>
      {(data) => {
        const principalKey = firstPrincipalKey(data);
        if (principalKey !== undefined) return <Navigate to={`/${principalKey}`} search={{}} replace />;
        return <Navigate to={isOperator ? '/operator/queue' : '/welcome'} search={{}} replace />;
      }}
    </Ready>
  );
}
