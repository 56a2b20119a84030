/** Limits on reading a message. Each is far above what a normal final message needs. */
export const LIMITS = {
  /** Characters to read; a longer message is a finding. */
  textLength: 64 * 1024,
  /** Segments (paragraphs, bullets, rows) per message. */
  segments: 8_000,
  /** Words and signs per sentence; the next one starts a new sentence. */
  sentenceTokens: 80,
  /** Clauses per message. */
  clauses: 16_000,
  /** Words per phrase in a lexicon. */
  phraseUnits: 12,
  /** Words cached from one message to the next. */
  remembered: 4_000,
  /** Claim candidates, and cues considered. */
  claims: 500,
  cues: 1_500,
  /** Test runs shown in fences. */
  shown: 20,
  /** Stated gaps, and how many of them may be sentences: the plain form is read to the end. */
  gaps: 500,
  gapSentences: 200,
  /** Length from which a message without a readable word is a finding. */
  unreadable: 50 * 1024,
} as const
