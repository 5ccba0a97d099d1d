/** Reads the text of a response's stream until `isEnough` returns true, and ends the connection. */
export const readStreamText = async (response: Response, isEnough: (text: string) => boolean): Promise<string> => {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  while (reader !== undefined && !isEnough(text)) {
    const { done, value } = await reader.read();
    if (done) break;
    text += decoder.decode(value, { stream: true });
  }
  await reader?.cancel();
  return text;
};
