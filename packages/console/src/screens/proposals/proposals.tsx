import { PageHeader } from '../../ui/card';

export function Screen() {
  return <PageHeader title="proposals" />;
}
