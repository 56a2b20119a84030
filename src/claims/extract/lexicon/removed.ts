import { anyOf } from './patterns.ts'

/** Words by which tests are said to be removed or disabled, in our languages. */
export const REMOVED = `${anyOf(
  `remov(?:e|ed|ing|al) delet(?:e|ed|ing|ion) drop(?:ped|ping)? disabl(?:e|ed|ing) skip(?:ped|ping|s)? comment(?:ed|ing)?\\sout restor(?:e|ed|ing)
  entfernt\\p{L}{0,2} entfernen gelöscht\\p{L}{0,2} löschen deaktiviert\\p{L}{0,2} übersprungen\\p{L}{0,2} auskommentiert\\p{L}{0,2}
  supprim\\p{L}{1,4} désactiv\\p{L}{1,4} ignoré\\p{L}{0,2} elimin\\p{L}{1,5} borr\\p{L}{1,4} desactiv\\p{L}{1,5} omit\\p{L}{1,5}
  remov\\p{L}{1,4} apag\\p{L}{1,4} desativ\\p{L}{1,4} rimoss[oaie] eliminat[oaie] disattivat[oaie] cancellat[oaie]
  odstran\\p{L}{1,4} smaz\\p{L}{1,4} vypnu\\p{L}{1,3} přeskoč\\p{L}{1,4} удал\\p{L}{1,5} отключ\\p{L}{1,5} пропу\\p{L}{1,6}`,
)}|删除了?|移除了?|删掉了?|禁用了?|跳过了?|削除し?|無効に?し?|スキップし?|삭제|제거|비활성화?|건너뛰었?`

/** "I removed no tests." */
export const NOT_REMOVED = `${anyOf(
  `not n['’]t no never none without nicht kein\\p{L}{0,2} nie ohne ne aucune? pas sans ningún ninguna sin não nenhuma? nem sem non nessun\\p{L}{0,1} senza žádn\\p{L}{1,2} bez не ни без`,
)}|n['’]t|[未没]|ない|ません|않|못|없`
