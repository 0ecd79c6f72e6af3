import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { type Stage, type Step, stagesOf, wordsOf } from './dockerfile';
import { addNode, type Command, makeDebian, npmSettings, runIn } from './root-fs';

/** Builds deploy/Dockerfile without a container engine: each stage is a folder, each step runs in it. */

const CONTEXT = resolve(__dirname, '..', '..');
const DOCKERFILE = join(CONTEXT, 'deploy', 'Dockerfile');

/** A built image: its root file system and what a container of it starts with. */
export interface Image {
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
  readonly folder: string;
  readonly user: string;
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
  readonly healthCheck: readonly string[];
}

type Draft = { -readonly [member in keyof Image]: Image[member] };

const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** Builds all stages below `folder` and returns the last one. */
export function buildImage(folder: string): Image {
  const stages = stagesOf(readFileSync(DOCKERFILE, 'utf8'));
  const [image = '', ...others] = new Set(stages.map((stage) => stage.image));
  const [, major = '', suite = ''] = /^node:(\d+)-(\w+)-slim$/.exec(image) ?? [];
  if (others.length > 0 || suite === '')
    throw new Error(`not one official Node.js image: ${image} ${others.join(' ')}`);
  const base = join(folder, 'base');
  makeDebian(suite, base, folder);
  addNode(major, base, folder);
  const built = new Map<string, Draft>();
  for (const stage of stages) built.set(stage.name, build(stage, base, join(folder, `stage-${stage.name}`), built));
  const last = [...built.values()].at(-1);
  if (last === undefined) throw new Error('the Dockerfile has no stage');
  return last;
}

function build(stage: Stage, base: string, root: string, built: ReadonlyMap<string, Draft>): Draft {
  execFileSync('cp', ['--archive', base, root]);
  const draft: Draft = { root, env: { PATH }, folder: '/', user: '0:0', entrypoint: [], command: [], healthCheck: [] };
  for (const step of stage.steps) apply(step, draft, built);
  return draft;
}

function apply({ instruction, argument }: Step, draft: Draft, built: ReadonlyMap<string, Draft>): void {
  switch (instruction) {
    case 'WORKDIR':
      draft.folder = argument;
      mkdirSync(join(draft.root, argument), { recursive: true });
      return;
    case 'COPY':
      copy(argument, draft, built);
      return;
    case 'RUN': {
      const env = { ...draft.env, ...npmSettings(draft.root) };
      const { status, stdout, stderr } = runIn(draft.root, { ...draft, env, args: ['/bin/sh', '-c', argument] });
      if (status !== 0) throw new Error(`RUN ${argument} ended with ${String(status)}: ${stdout}${stderr}`);
      return;
    }
    case 'ENV':
      draft.env = {
        ...draft.env,
        ...Object.fromEntries(argument.split(/\s+/).map((pair) => pair.split('=') as [string, string])),
      };
      return;
    case 'USER':
      draft.user = argument;
      return;
    case 'ENTRYPOINT':
      draft.entrypoint = JSON.parse(argument) as string[];
      return;
    case 'CMD':
      draft.command = JSON.parse(argument) as string[];
      return;
    case 'HEALTHCHECK':
      draft.healthCheck = JSON.parse(argument.slice(argument.indexOf('CMD ') + 4)) as string[];
      return;
    case 'EXPOSE':
    case 'STOPSIGNAL':
      return;
    default:
      throw new Error(`${instruction} is not known here`);
  }
}

/** Copies as Docker does: the contents of a folder, or a file into a folder that ends with a slash. */
function copy(argument: string, draft: Draft, built: ReadonlyMap<string, Draft>): void {
  const { options, words } = wordsOf(argument);
  const { from } = options;
  const sources = words.slice(0, -1);
  const target = join(draft.root, resolve(draft.folder, words.at(-1) ?? ''));
  for (const source of sources) {
    const origin = from === undefined ? inContext(source) : join(built.get(from)?.root ?? '', source);
    const isFolder = statSync(origin).isDirectory();
    const into = isFolder ? target : join(target, basename(source));
    // Docker creates the missing folders of a target.
    mkdirSync(isFolder ? into : dirname(into), { recursive: true });
    // Root owns what is copied, as in an image.
    execFileSync('cp', ['-R', '--preserve=mode,links', isFolder ? `${origin}/.` : origin, into]);
  }
}

/** A file of the build context. Docker does not see one that the ignore file leaves out. */
function inContext(source: string): string {
  const ignore = readFileSync(`${DOCKERFILE}.dockerignore`, 'utf8').split('\n');
  if (!ignore.includes('*') || !ignore.includes(`!${source}`)) throw new Error(`${source} is not in the build context`);
  const origin = join(CONTEXT, source);
  if (!existsSync(origin)) throw new Error(`${source} does not exist`);
  return origin;
}

/** The command of a container with a read-only root file system; `args` replace CMD. */
export function container(image: Image, env: Readonly<Record<string, string>>, args = image.command): Command {
  return { ...image, env: { ...image.env, ...env }, args: [...image.entrypoint, ...args], readOnly: true };
}
