// node:http and node-pg with nothing in between: the minimal server in Node.
import { createServer } from 'node:http';
import { insertRow, post, readRow } from './row.mjs';

const answer = (response, status, body) => {
  const text = JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }).end(text);
};

createServer((request, response) => {
  if (request.method === 'GET') {
    const id = Number(new URL(request.url, 'http://localhost').searchParams.get('id'));
    void readRow(id).then((row) => answer(response, 200, row));
    return;
  }
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const write = request.url === '/post' ? post : insertRow;
    void write(JSON.parse(Buffer.concat(chunks).toString())).then((row) => answer(response, 201, row));
  });
}).listen(Number(process.env.PORT), '127.0.0.1');
