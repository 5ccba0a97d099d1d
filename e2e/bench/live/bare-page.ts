/**
 * Path of the bare server's sockets that receive messages. Sockets with another path only stay connected or send
 * messages.
 */
export const CHAT_PATH = '/chat';

/**
 * A minimal page, which only appends each received message. Its button sends a text, which the server sends to every
 * page.
 */
export const BARE_PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Bare</title><button>Send</button><ul></ul><script>
const list = document.querySelector('ul');
const button = document.querySelector('button');
const socket = new WebSocket(location.origin.replace('http', 'ws') + '${CHAT_PATH}');
socket.onmessage = ({ data }) => {
  list.append(Object.assign(document.createElement('li'), { textContent: data }));
};
button.onclick = () => socket.send(button.value);
</script></html>`;
