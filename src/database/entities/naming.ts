import { DefaultNamingStrategy, type NamingStrategyInterface } from 'typeorm';
import { snake } from '../sql/codec';

/** Names each column after its property: `agentId` is the column `agent_id`. */
class ColumnNaming extends DefaultNamingStrategy {
  override columnName(property: string, custom: string | undefined): string {
    return custom ?? snake(property);
  }
}

export const columnNaming: NamingStrategyInterface = new ColumnNaming();
