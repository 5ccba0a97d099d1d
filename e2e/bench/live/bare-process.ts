import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WebSocket } from 'ws';
import { WebSocketServer } from 'ws';
import { BARE_PAGE, CHAT_PATH } from './bare-page';

// The bare server runs in a separate process, like the gateway with which it is compared.
const server = createServer((_request, response) => {
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.end(BARE_PAGE);
});
const chatSockets = new Set<WebSocket>();
new WebSocketServer({ server }).on('connection', (socket, { url }) => {
  if (url === CHAT_PATH) {
    chatSockets.add(socket);
    socket.on('close', () => chatSockets.delete(socket));
  }
  socket.on('message', (messageData) => {
    const text = String(messageData);
    for (const receiverSocket of chatSockets) receiverSocket.send(text);
  });
});
server.listen(0, '127.0.0.1', () => {
  const serverAddress: AddressInfo | string | null = server.address();
  process.send?.(`http://127.0.0.1:${typeof serverAddress === 'object' ? serverAddress?.port : ''}`);
});
process.on('disconnect', () => process.exit(0));
