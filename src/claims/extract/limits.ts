/** What reading a message may cost at most. Each is far above what agents end a turn with. */
export const LIMITS = {
  /** Characters that are read; what stands behind them is a finding. */
  textLength: 64 * 1024,
  /** Segments (paragraphs, bullets, rows) of a message. */
  segments: 8_000,
  /** Words and signs of one sentence; what stands behind them begins a new one. */
  sentenceTokens: 80,
  /** Words of a phrase in a lexicon. */
  phraseUnits: 12,
  /** Words that are remembered from one message to the next. */
  remembered: 4_000,
  /** Claims that are listed, and words that are considered. */
  claims: 500,
  cues: 1_500,
  /** Characters from which on a message without a readable word is a finding. */
  unreadable: 50 * 1024,
} as const
