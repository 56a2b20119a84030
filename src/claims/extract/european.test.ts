import { describe, expect, it } from 'vitest'
import type { Claim } from './claim.ts'
import { extractClaims } from './extract.ts'
import { isFirm } from './weigh.ts'

/** Kinds of claims in the European languages other than English: what makes the claim, and what comes close but does not. */

type Kind = { kind: string; type: Claim['type']; makes: readonly string[]; comesClose: readonly string[] }

/** The firm claims, and those that are no completion. */
const claimsIn = (text: string): Claim['type'][] =>
  extractClaims(text)
    .claims.filter((one) => isFirm(one) || one.type === 'blocked' || one.type === 'delegation')
    .map(({ type }) => type)

const KINDS: readonly Kind[] = [
  {
    kind: 'something was carried out successfully',
    type: 'done',
    makes: [
      'La copia de seguridad se ejecutó con éxito.',
      'Importación ejecutada con éxito.',
      'La sauvegarde a été exécutée avec succès.',
      'A cópia de segurança foi executada com sucesso.',
      'Il backup è stato eseguito con successo.',
      'Die Sicherung wurde erfolgreich ausgeführt.',
      'Záloha byla úspěšně provedena.',
    ],
    comesClose: [
      '¿La copia se ejecutó con éxito?',
      'Si se ejecuta con éxito, subo la rama.',
      'La copia no se ejecutó con éxito.',
      'Est-ce que la sauvegarde a été exécutée avec succès ?',
      'Vou executar a cópia.',
      'Il backup è stato eseguito con successo?',
      'Wurde die Sicherung erfolgreich ausgeführt?',
      'Le script est exécuté chaque nuit.',
    ],
  },
  {
    kind: 'a document was written, the whole sentence',
    type: 'done',
    makes: ['Misurato e documentato.', 'Rifattorizzato e ripulito.', 'Informe generado.'],
    comesClose: ['Misurerò e documenterò.', 'La documentación explica cómo se crea el fichero.'],
  },
  {
    kind: 'everything was changed',
    type: 'done',
    makes: [
      'Todos los archivos se han actualizado.',
      'Tous les fichiers ont été mis à jour.',
      'Todos os arquivos foram atualizados.',
      'Tutti i file sono stati aggiornati.',
      'Die Datei wurde vollständig aktualisiert.',
    ],
    comesClose: [
      'No todos los archivos se han actualizado.',
      'Si todos los archivos se han actualizado, cierro la tarea.',
      'Tutti i file sono stati aggiornati?',
      'Die Datei wurde noch nicht vollständig aktualisiert.',
    ],
  },
  {
    kind: 'it is in place',
    type: 'done',
    makes: ['Tout est en place.', "C'est en place.", 'Está tudo no lugar.', 'Das Feature ist drin.'],
    comesClose: ["Le service n'est pas en place.", 'Das Feature ist noch nicht drin.', 'Ist das Feature drin?'],
  },
  {
    kind: 'a version that is up to date',
    type: 'done',
    makes: ['Tout est à jour.'],
    comesClose: ['Version : 2.1.0 (à jour)'],
  },
  {
    kind: 'how it is built',
    type: 'done',
    makes: ['Я реализовал поиск.', 'La búsqueda está implementada.'],
    comesClose: ['Поиск реализован через `Index`.', 'La búsqueda está implementada mediante una cola.'],
  },
  {
    kind: 'a problem that is gone',
    type: 'fixed',
    makes: [
      'Se corrigió el cálculo del IVA.',
      'Esto elimina el error de arranque.',
      'Con eso se resuelve el problema del login.',
      'El error ya no aparece.',
      "L'erreur ne se produit plus.",
      'Le lien est rétabli.',
      'O acesso foi restaurado.',
      'Isso elimina o erro de arranque.',
      "L'errore non compare più.",
      'Causa trovata e corretta.',
      'Causa trovata e corretta: il timeout era troppo breve.',
      'Ursache gefunden und behoben: Das Zeitlimit war zu kurz.',
      'Причина найдена и исправлена: таймаут был слишком коротким.',
      'Der Fix ist drin.',
      'Damit ist das Problem vom Tisch.',
      'Доступ восстановлен.',
      'Chyba se už neobjevuje.',
    ],
    comesClose: [
      'No se corrigió el error.',
      'Si se corrigió el error, ciérralo.',
      'Para que desaparezca el error hay que cambiar la ruta.',
      "Le lien n'est pas rétabli.",
      'Une fois le service rétabli, relancez.',
      'O erro não foi eliminado.',
      "L'accesso non è ripristinato.",
      'Der Fix ist noch nicht drin.',
      'Die API ist okay, nur der Worker bricht weg.',
      'Доступ пока не восстановлен.',
    ],
  },
  {
    kind: 'a heading that names a fix',
    type: 'fixed',
    makes: [
      '## ✅ Correções implementadas com sucesso',
      '**Correctif appliqué :**',
      'Todo terminado.\n\n## Correcciones de formato en la tabla\n\n- Ancho de la columna',
    ],
    comesClose: ['## Correcciones pendientes', '## Corriger le formulaire', 'Correções propostas:\n\n- Largura'],
  },
  {
    kind: 'pushed, by the way',
    type: 'shipped',
    makes: [
      'Guida aggiornata e pushata.',
      'Větev aktualizována a pushnuta: `feature/x`.',
      'Se subió todo al repositorio remoto.',
      "J'ai fait le push.",
      'Branch enviada para o GitHub.',
      'Закоммитил и запушил.',
      'Commit creado: `abc1234`.',
      'Commit et push effectués.',
      'Коммит создан: `abc1234`.',
    ],
    comesClose: [
      '¿Se subió la rama?',
      'Faccio il push?',
      'Je ferai le push demain.',
      'A branch será enviada para o GitHub.',
    ],
  },
  {
    kind: 'it compiles, or has neither errors nor warnings',
    type: 'tests_pass',
    makes: [
      'Todo compila.',
      'Tout compile.',
      'Tudo compila.',
      'Tutto compila.',
      'Alles kompiliert.',
      'Всё компилируется.',
      'Le projet est compilé avec succès.',
      'Compilado con éxito.',
      'Ergebnis: 0 Warnungen, 0 Fehler.',
      'Résultat : 0 erreur, 0 avertissement.',
      'Результат: 0 ошибок, 0 предупреждений.',
      'Das Projekt hat jetzt `0 Warning(s), 0 Error(s)`.',
    ],
    comesClose: [
      '¿Todo compila?',
      'Comprobaré que todo compila.',
      'Asegúrate de que todo compila.',
      'Il faut que tout compile.',
      'Le code compilé est stocké dans `dist`.',
      'La aplicación compilada se guarda en `dist`.',
      'La versione compilata è in `dist`.',
      'Se tudo compila, posso publicar.',
      'Wenn alles kompiliert, pushe ich.',
      'Es gibt 3 Fehler, 0 Warnungen.',
      'Если всё компилируется, запушу.',
    ],
  },
  {
    kind: 'a check with its result, or a state that works',
    type: 'verified',
    makes: [
      'Conexión verificada: ✅',
      'Verificación exitosa: el fichero muestra los cambios.',
      'El script ahora se ejecuta sin errores.',
      'El servidor responde correctamente.',
      'La requête renvoie bien 12 lignes.',
      'Le service tourne en arrière-plan.',
      'O script agora executa sem erros.',
      'Lo script ora gira senza errori.',
      'Das Skript läuft jetzt ohne Fehler.',
      'Der Server läuft auf Port 3000.',
      'Сервер запущен на порту 3000.',
      'Страница теперь открывается как надо.',
      'Скрипт теперь выполняется без ошибок.',
    ],
    comesClose: [
      'El script se ejecuta cada noche y sube los informes.',
      'Cada tarea es verificable.',
      'Cuando la conexión esté verificada: ✅',
      'Läuft der Server auf Port 3000?',
      'Voici comment tout fonctionne, de la requête à la réponse.',
      'La fonction renvoie bien 12 lignes ?',
      'Como tudo funciona: o pedido entra e sai.',
      'Come tutto funziona: la richiesta entra in coda.',
      'Lo script gira ogni notte.',
      'Se gira senza errori, lo pubblico.',
      'Wenn das ohne Fehler läuft, pushe ich.',
      'Der Restore läuft an und die Pakete werden geladen.',
      'Как всё работает: запрос идёт в очередь.',
    ],
  },
  {
    kind: 'something that the agent lacks',
    type: 'blocked',
    makes: [
      'No tengo disponible la herramienta de capturas en este entorno.',
      'Abortado por falta de permisos.',
      'No fue posible conectar con la base de datos.',
      "L'image n'a pas chargé.",
      "Il m'est impossible de lancer l'émulateur ici.",
      'Não há como rodar o emulador aqui.',
      'Das Werkzeug steht mir hier nicht zur Verfügung.',
      'Мне нужно твоё разрешение.',
    ],
    comesClose: [
      "L'agent n'implémente pas l'interface — impossible.",
      'Nel tuo caso non è possibile perché il test controlla la versione.',
      'Tengo disponible la herramienta de capturas.',
    ],
  },
  {
    kind: 'a familiar request',
    type: 'delegation',
    makes: [
      'Dime qué versión usas y lo ajusto.',
      'Pásame el registro completo.',
      'Cuéntame qué ves en la pantalla.',
      '¿Me pasas el archivo de configuración?',
      '¿Puedes pegarme el error completo?',
      'Peux-tu me coller la sortie ?',
      'Tu peux me donner la clé ?',
      "Active le workflow dans l'interface.",
      'Me diga qual versão você usa.',
      'Me envie o log do ambiente de desenvolvimento.',
      'Envíame el log, quiero ver qué pasa.',
      'Mi passi il log?',
      'Kannst du mir die Ausgabe einfügen?',
      'Опишите, что должно измениться.',
      'Скинь содержимое файла.',
      'Жду файл.',
      'Spusť přesně tohle:',
    ],
    comesClose: [
      'Dime si prefieres la opción A.',
      '¿Puedo enviar el mensaje?',
      'Revisé el registro y no hay nada nuevo.',
      'Dois-je envoyer le fichier ?',
      'Devons-nous partager le lien ?',
      '¿Deberíamos compartir el archivo?',
      'Active et stable.',
      'Posso inviare il file?',
      'Soll ich den Link teilen?',
      'Опишу структуру и покажу файлы.',
      'Напишите, хотите ли вы первый вариант.',
      'Pokud chcete další změny, dejte mi vědět.',
    ],
  },
]

describe.each(KINDS)('$kind', ({ type, makes, comesClose }) => {
  it.each(makes)('%s', (text) => {
    expect(claimsIn(text)).toContain(type)
  })

  it.each(comesClose)('not: %s', (text) => {
    expect(claimsIn(text)).not.toContain(type)
  })
})
