/** Forms of words in several languages, for rules that need more than a role. */

/** Words that name a source; they may follow the cue. */
export const ACCORDING = /^(?:according to|judging by|laut|zufolge|selon|según|segundo|podle|согласно|судя по)$/

/** The agent offers or asks for leave: "¿Puedo compartir el archivo?", "Dois-je envoyer le lien ?" */
export const OFFERS =
  /^(?:puedo|debo|(?:puis|dois)\W+je|devons\W+nous|posso|devo|dobbiamo|(?:darf|soll) ich|sollen wir|(?:могу|мне) ли|mám li)$/

/** A wish of the person: "Dime si prefieres otra rama" asks for a choice, not for a step. */
export const WISHES =
  /^(?:qui[eé]r|prefi[eé]r|dese|veux|voul|préfèr|préfér|souhait|quer|prefer|vuo[il]|vole|desider|möcht|will|woll|bevorzug|хоч|хот|предпоч|chce)/

/** Introduces an explanation: "Voici comment tout fonctionne". */
export const HOW = /^(?:comment|cómo|como|come|wie|как|jak)$/

/** Verbs for compiling, and the endings that tell "it compiles" from "the compiled code". */
export const COMPILES = /^(?:compil|kompil|zkompil|se construit|компилир|скомпилир)/
export const BY_ITSELF = /(?:a|an|am|ó|ou|ano|e|ent|iert|ет|ется|uje)$/
