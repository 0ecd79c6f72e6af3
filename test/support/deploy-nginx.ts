import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const DEPLOY = resolve(__dirname, '..', '..', 'deploy');
const CONFIG = readFileSync(join(DEPLOY, 'nginx.conf'), 'utf8');
const MAIN = readFileSync(join(DEPLOY, 'nginx-main.conf'), 'utf8');

export interface NginxPlaces {
  /** The ports of the two API processes. */
  readonly upstream: readonly [string, string];
  /** The ports of 127.0.0.1 for https and for plain http. */
  readonly ports: readonly number[];
  /** The folder of the certificate. Without it the first port speaks plain HTTP too. */
  readonly tls?: string;
}

/** Returns deploy/nginx.conf in nginx-main.conf, with other addresses. Every text that it replaces must be there once. */
export function deployedConfig({ upstream, ports: [https = 0, http = 0], tls }: NginxPlaces): string {
  const certificate = (name: string): string => (tls === undefined ? '' : `${name} ${join(tls, FILES[name] ?? '')};`);
  const replacements = [
    ['listen 80;', `listen 127.0.0.1:${String(http)};`],
    ['listen [::]:80;', ''],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${String(https)}${tls === undefined ? '' : ' ssl http2'};`],
    ['listen [::]:443 ssl http2;', ''],
    ['server api-1:4000 ', `server 127.0.0.1:${upstream[0]} `],
    ['server api-2:4000 ', `server 127.0.0.1:${upstream[1]} `],
    ['ssl_certificate /etc/nginx/tls/fullchain.pem;', certificate('ssl_certificate')],
    ['ssl_certificate_key /etc/nginx/tls/privkey.pem;', certificate('ssl_certificate_key')],
  ] as const;
  const around = [
    // The user of the image.
    ['user nginx;', ''],
    ['include /etc/nginx/conf.d/*.conf;', replaced(CONFIG, replacements)],
  ] as const;
  return replaced(MAIN, around);
}

function replaced(text: string, replacements: readonly (readonly [from: string, to: string])[]): string {
  let config = text;
  for (const [from, to] of replacements) {
    if (config.split(from).length !== 2) throw new Error(`the files of deploy must have one ${from}`);
    config = config.replace(from, () => to);
  }
  return config;
}

const FILES: Readonly<Record<string, string>> = {
  ssl_certificate: 'fullchain.pem',
  ssl_certificate_key: 'privkey.pem',
};
