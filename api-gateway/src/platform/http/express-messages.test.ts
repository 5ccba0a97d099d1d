import express from 'express';
import { listen } from './http-server';

it('never changes the prototype of a message once an app serves', async () => {
  const app = express();
  app.get(
    '/',
    (request, response) => void response.json({ host: request.get('Host') !== undefined, app: request.app === app }),
  );
  const listening = await listen({ host: '127.0.0.1', port: 0 });
  listening.serve(app);
  const changedObjects: object[] = [];
  const setPrototypeOf = jest
    .spyOn(Object, 'setPrototypeOf')
    .mockImplementation((object: object, prototype: object | null) => {
      if (Object.getPrototypeOf(object) !== prototype) changedObjects.push(object);
      return object;
    });
  const answer = await fetch(`http://127.0.0.1:${listening.port}/`, { headers: { Connection: 'close' } });
  const answerBody: unknown = await answer.json();
  const callsBefore = setPrototypeOf.mock.calls.length;
  setPrototypeOf.mockRestore();
  expect(answerBody).toEqual({ host: true, app: true });
  expect(callsBefore).toBeGreaterThan(0);
  expect(changedObjects).toEqual([]);
  await listening.close();
});
