import { resolve, sep } from 'node:path';

/** Explains errors of the system at the start: one sentence that names the setting. */

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export interface ListenAddress {
  readonly host: string;
  readonly port: number;
  /** The setting of the port: PORT or ATS_METRICS_PORT. */
  readonly portSetting: string;
  /** Another remedy for a taken port. */
  readonly alternative?: string;
}

/** Explains why a server cannot listen. HOST is the setting of every listening address. */
export function listenError(error: unknown, { host, port, portSetting, alternative = '' }: ListenAddress): Error {
  const explain = (message: string): Error => new Error(message, { cause: error });
  const where = `${host.includes(':') ? `[${host}]` : host}:${String(port)}`;
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return explain(
        `${where} is used by another process: stop it, or set ${portSetting} to a free port${alternative}`,
      );
    case 'EACCES':
      return explain(`port ${String(port)} needs privileges: set ${portSetting} to one above 1023`);
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
    case 'EINVAL':
      return explain(`HOST=${host} is no address of this machine: set HOST to one of its addresses, or to 0.0.0.0`);
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return explain(`HOST=${host} is a name without an address: set HOST to an address of this machine`);
    default:
      return explain(
        `the service cannot listen at HOST=${host} and ${portSetting}=${String(port)}: ${messageOf(error)}`,
      );
  }
}

/** Explains an error of a file in the data folder. Other errors are returned unchanged. */
export function dataFolderError(error: unknown, dataDir: string): unknown {
  if (codeOf(error) === undefined || !(error instanceof Error) || !('path' in error)) return error;
  const folder = resolve(dataDir);
  const path = resolve(String(error.path));
  // A missing parent folder is named instead of the folder itself.
  if (path !== folder && !path.startsWith(folder + sep) && !folder.startsWith(path + sep)) return error;
  return new Error(`ATS_DATA_DIR=${dataDir} cannot be used: ${error.message}`, { cause: error });
}
