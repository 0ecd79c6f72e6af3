import { Extensions, Field } from 'type-graphql';

type FieldType = Exclude<Parameters<typeof Field>[0], undefined>;

/**
 * A member of an update that may be absent and may not be null.
 *
 * GraphQL has no type for it: a null would pass and change nothing. The domain refuses the null, REST and OpenAPI read the
 * extension.
 */
export function NotNullField(type: () => unknown, description: string): PropertyDecorator {
  return (target, name) => {
    Field(type as FieldType, { nullable: true, description: `${description} Null is refused.` })(target, name);
    Extensions({ notNull: true })(target, name);
  };
}
