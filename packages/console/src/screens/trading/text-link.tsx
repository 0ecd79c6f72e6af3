import type { ComponentProps } from 'react';
import { Go } from '../../shell/principal';

/** A link within a text. It is underlined, because colour alone does not tell it from the text. */
export function TextLink(props: Omit<ComponentProps<typeof Go>, 'className'>) {
  return <Go className="text-accent underline" {...props} />;
}
