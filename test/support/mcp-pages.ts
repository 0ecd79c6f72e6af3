import type { Client, ElicitResult } from '@modelcontextprotocol/client';

/** A user that answers the questions of an MCP client. */

export interface Question {
  readonly mode: string;
  readonly message: string;
  /** The page to open. Undefined for a form. */
  readonly url?: string;
}

/** Notes the questions, and answers them. */
export function showing(answer: (question: Question) => ElicitResult | Promise<ElicitResult>) {
  const questions: Question[] = [];
  const prepare = (client: Client): void => {
    client.setRequestHandler('elicitation/create', ({ params }) => {
      const { message, mode = 'form' } = params;
      const question = { mode, message, ...('url' in params && { url: params.url }) };
      questions.push(question);
      return answer(question);
    });
  };
  return { questions, prepare };
}
