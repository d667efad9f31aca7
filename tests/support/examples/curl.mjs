/** Stands in for curl on a machine without it: supports the options the documentation uses and refuses all others. */
import { readFileSync, writeFileSync } from 'node:fs';

const VALUED = {
  '-X': 'method',
  '--request': 'method',
  '-H': 'header',
  '--header': 'header',
  '-d': 'data',
  '--data': 'data',
  '-o': 'output',
};
const FLAGS = { '-s': 'silent', '-S': 'silent', '-sS': 'silent', '-i': 'head', '-G': 'get', '--fail-with-body': 'fail' };
VALUED['--data-urlencode'] = 'encoded';
VALUED['--data-binary'] = 'binary';

const refuse = (sentence) => {
  process.stderr.write(`curl stand-in: ${sentence}\n`);
  process.exit(2);
};

const given = { headers: [], encoded: [] };
const args = process.argv.slice(2);
while (args.length > 0) {
  const arg = args.shift();
  if (FLAGS[arg]) given[FLAGS[arg]] = true;
  else if (VALUED[arg]) {
    const value = args.shift() ?? refuse(`${arg} needs a value`);
    const name = VALUED[arg];
    if (name === 'header') given.headers.push(value);
    else if (name === 'encoded') given.encoded.push(value);
    else given[name] = value;
  } else if (arg.startsWith('-')) refuse(`the option ${arg} is not known`);
  else if (given.url) refuse(`there is more than one address: ${arg}`);
  else given.url = arg;
}
if (!given.url) refuse('there is no address');

const read = (text) => (text === undefined || !text.startsWith('@') ? text : readFileSync(text === '@-' ? 0 : text.slice(1)));
const url = new URL(given.url);
for (const pair of given.encoded) {
  const at = pair.indexOf('=');
  url.searchParams.append(pair.slice(0, at), pair.slice(at + 1));
}
if (given.encoded.length > 0 && !given.get) refuse('--data-urlencode is known with -G only');

const headers = new Headers({ accept: '*/*' });
for (const header of given.headers) headers.append(header.slice(0, header.indexOf(':')), header.slice(header.indexOf(':') + 1).trim());
const body = read(given.binary) ?? read(given.data);
const method = given.method ?? (body === undefined ? 'GET' : 'POST');
if (body !== undefined && !headers.has('content-type')) headers.set('content-type', 'application/x-www-form-urlencoded');

const answer = await fetch(url, { method, headers, body, redirect: 'manual' });
const head = given.head
  ? `HTTP/1.1 ${answer.status}\r\n${[...answer.headers].map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
  : '';
const text = head + (await answer.text());
if (given.output) writeFileSync(given.output, text);
else process.stdout.write(text);
if (given.fail && answer.status >= 400) process.exit(22);
