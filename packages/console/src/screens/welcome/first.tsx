import { Navigate } from '@tanstack/react-router';
import { useLive } from '../../api/hooks';
import { useMe } from '../../api/me';
import { Switcher } from '../../shell/switcher.documents';
import { Ready } from '../../ui/notice';

/** The first page: the first principal, the operators' queue, or the way to a principal. */
export function Screen() {
  const { isOperator } = useMe();
  const session = useLive(Switcher, {}, () => false);
  return (
    <Ready of={session}>
      {({ sessionCheck }) => {
        const [first] = sessionCheck?.principals ?? [];
        if (first) return <Navigate to={`/${first.principalKey}`} search={{}} replace />;
        return <Navigate to={isOperator ? '/operator/queue' : '/welcome'} search={{}} replace />;
      }}
    </Ready>
  );
}
