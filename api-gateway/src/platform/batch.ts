interface OpenQuestion<Question, Answer> {
  readonly question: Question;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

// Maximum number of questions that one call answers, below the parameter limits of SQLite and PostgreSQL.
const MAX_BATCH_SIZE = 100;

/**
 * Creates a function that collects the calls („questions“) of one turn of the event loop and answers them by one call,
 * because one statement costs less than many. `answerAll` gets at most 100 questions and returns the answers in their
 * order. When it fails, all these questions fail.
 */
export const createBatch = <Question, Answer>(
  answerAll: (questions: readonly Question[]) => Promise<readonly Answer[]>,
): ((question: Question) => Promise<Answer>) => {
  const openQuestions: OpenQuestion<Question, Answer>[] = [];

  // This promise never rejects: errors reject the promises of the questions.
  const planAnswer = (): void => void setImmediate(() => void answerOpenQuestions());

  const answerOpenQuestions = async (): Promise<void> => {
    const batch = openQuestions.splice(0, MAX_BATCH_SIZE);
    if (openQuestions.length > 0) planAnswer();
    try {
      const answers = await answerAll(batch.map(({ question }) => question));
      for (const [index, answer] of answers.entries()) batch[index]?.resolve(answer);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  };

  return (question) =>
    new Promise((resolve, reject) => {
      if (openQuestions.length === 0) planAnswer();
      openQuestions.push({ question, resolve, reject });
    });
};
