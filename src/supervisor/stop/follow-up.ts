/**
 * Does a prompt ask for new work, or does it follow up on work that was asked for before? Only clear follow-ups count: a
 * question, or a short go-ahead. A question that asks the agent to do something is a request.
 */
export function isFollowUp(prompt: string): boolean {
  const text = prompt.trim().toLowerCase()
  if (text.length > MAX_CHARS) return false
  if (text === '' || OWN_LINE.test(text) || GO_AHEAD.test(text)) return true
  if (REQUEST.test(text)) return false
  return /[?？؟]\s*$/.test(text) || QUESTION.test(text)
}

/** Longer prompts ask for work. */
const MAX_CHARS = 500

/** A line to Bailiff, not to the agent. */
const OWN_LINE = /^\s*bailiff:.*$/m

const GO_AHEAD =
  /^(?:(?:yes|yep|yeah|y|ok|okay|sure|thanks|thank you|great|good|nice|perfect|cool|continue|go on|go ahead|proceed|carry on|keep going|do it|please|and|now|ja|nein|danke|weiter|mach weiter|gut|super|oui|merci|continue|vas-y|sí|si|gracias|sigue|continúa|vale|sim|obrigado|continua|continue|да|спасибо|продолжай|好|好的|继续|谢谢|はい|続けて|ありがとう)[\s,.!。！、]*)+$/u

const REQUEST =
  /(?:^|[\s,.])(?:(?:can|could|would|will) you|please|(?:kannst|könntest|würdest) du|bitte|(?:peux|pourrais)-tu|s'il te plaît|(?:puedes|podrías)|por favor|(?:você pode|poderia)|можешь|пожалуйста|请|能不能|してくれ|してください)/u

const QUESTION =
  /^(?:what|which|who|when|where|why|how|is|are|was|were|did|does|do you|have you|has|was hast|welche|warum|wie|ist|sind|hast du|qu'est-ce|quel|pourquoi|comment|as-tu|qué|cuál|por qué|cómo|has|o que|qual|por que|como|что|какие|почему|как)(?![\p{L}])/u
