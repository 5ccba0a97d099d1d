/** A serial queue: inputs that arrive while one is handled wait. */
export const serially = <Input>(work: (input: Input) => void): ((input: Input) => void) => {
  const queue: Input[] = [];
  let isWorking = false;
  return (input) => {
    queue.push(input);
    if (isWorking) return;
    isWorking = true;
    try {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) work(next);
    } finally {
      isWorking = false;
    }
  };
};
