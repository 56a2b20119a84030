import { inOrder } from './in-order.ts'
import type { Language } from './lexicon.ts'

export const spanish: Language = {
  name: 'es',
  order: 'free',
  takesBack: 'before',
  negates: 'before',
  marks: `el los las del una para con está están este estos he han ya y pero todos todas ahora puedes archivo también hay muy aquí eso esto qué al se pruebas`,
  entries: () =>
    inOrder({
      agent: 'yo nosotros he hemos lo_he lo_hemos',
      user: 'tú usted ustedes',
      your: 'tu tus su_servidor',
      it: 'esto eso todo ello',
      other: 'usuario cliente autor equipo documentación readme registro alguien colega ticket',
      be: 'es está están son era fue fueron estaba quedó queda quedaron quedan sigue ha_quedado han_quedado estar ser ya_está',
      been: 'sido ha_sido han_sido se_ha se_han fue fueron',
      have: 'he ha han hemos había has',
      det: 'el la los las un una unos unas este esta estos estas mi mis nuestro nuestra',
      prep: 'en de del a al para con por sobre sin hacia desde',
      and: 'y e además , & / o luego',
      but: 'pero sin_embargo aunque no_obstante',
      that: 'que cual cuyo',
      adverb: 'también ya completamente totalmente por_fin ahora correctamente todo todos todas recién exitosamente',
      done: `hecho hecha listo lista listos listas terminado terminada terminados terminadas completado completada completados completadas finalizado finalizada finalizados finalizadas concluido concluida acabado acabada
      terminé completé finalicé acabé al_día actualizado_y_listo todo_en_orden misión_cumplida cerrado cerrada entregado entregada cumplido nada_pendiente resuelto_y_listo asunto_zanjado ya_está  en_el_bote culminado culminada lista_para_usar listo_para_usar {está|están|es|todo|queda|quedó|ya}_{completo|completa|completos|completas}`,
      built: 'implementado implementada implementados implementé implementadas implementamos',
      fixed: `corregido corregida corregidos corregidas arreglado arreglada arreglados arregladas solucionado solucionada solucionados solucionadas resuelto resuelta resueltos resueltas reparado reparada parcheado eliminado_el_error
      corregí arreglé solucioné resolví subsanado subsanada desaparecido desapareció corregimos arreglamos reparé depurado pasado_a_la_historia`,
      fixes: 'corrige arregla soluciona resuelve',
      shipped: `subido subida subidos desplegado desplegada desplegados desplegadas publicado publicada publicados pusheado empujado liberado lanzado lanzada en_producción
      subí desplegué publiqué confirmado_en_main hice_push hecho_push confirmados_en enviado_a_main`,
      live: 'en_línea en_vivo',
      passed: `{compila|compilan|compiló}_{sin_errores|correctamente|sin_problemas} pasan pasa pasaron pasó pasado pasando verde verdes verdes exitoso exitosa exitosos exitosas compila compilan compiló limpio limpia sin_errores sin_fallos sin_problemas aprobado aprobada superado superadas aprobadas en_verde
      correcta ok superan aprueban`,
      checked:
        'verificado verificada verificados comprobado comprobada comprobados probado probada probados confirmado confirmada validado validada verifiqué comprobé probé confirmé validé testeado testeada',
      works:
        'activos sirviendo funciona funcionan funcionando operativo operativa operativos corriendo funcional accesible marcha',
      changed: `reemplazada creada removida añadido añadida añadidos agregado agregada actualizado actualizada eliminado eliminada creado creada cambiado cambiada reemplazado renombrado movido modificado modificada añadí agregué actualicé eliminé creé cambié modifiqué
      escrito escribí mejorado instalado instalé simplificado ajustado ajusté reemplacé refactoricé migrado migrada configurado configurada integrado integrada portado refactorizado`,
      opened: 'abierto abierta creado creada abrí creé cerrado cerrada',
      success: 'con_éxito exitosamente satisfactoriamente',
      tried: 'comparé ejecuté probé abrí lancé medí cargué',
      same: 'coincide coinciden idéntico idénticos igual',
      well: 'correctamente como_se_esperaba como_se_espera perfectamente bien sin_problemas de_nuevo según_lo_previsto sin_errores a_la_perfección como_debe normalmente',
      'no-longer': 'ya_no',
      'to-fix': 'corregir arreglar solucionar resolver corrección correcciones arreglo solución',
      'to-ship':
        'subir desplegar publicar fusionar hacer_push hacer_commit push despliegue publicación commit fusión deploy',
      'to-check': 'verificar comprobar probar confirmar validar verificación validación comprobación',
      'to-do': 'implementar añadir agregar crear escribir actualizar eliminar',
      test: '{compila|compilan|compiló}_{sin_errores|correctamente|sin_problemas} prueba pruebas test tests suite compilación build lint linter pipeline ci chequeos tipado verificación_de_tipos comprobaciones',
      problem:
        'error errores bug bugs problema problemas fallo fallos regresión regresiones advertencia advertencias fuga incidencia incidencias conflicto conflictos defecto defectos falla fallas',
      bad: 'falla fallar bloquea cae falló rompe aparece',
      work: 'tarea tareas implementación migración refactorización funcionalidad cambio cambios código rama commit trabajo ticket versión todo aplicación sitio arreglo',
      place: 'main master origin remoto github gitlab producción prod staging rama repositorio',
      server: 'servidor aplicación app sitio servicio api contenedor',
      request: 'pr pull_request mr merge_request solicitud',
      cause: 'causa origen razón hipótesis motivo',
      summary: 'esto_es_lo_que_cambié cambios_realizados estos_son_los_cambios',
      all: 'todo todos todas toda ambos ambas completamente cada por_completo',
      now: 'ahora ya actualmente',
      part: 'parcialmente algunos algunas casi mayoría en_parte a_medias salvo excepto solo sólo',
      remain: 'queda quedan pendiente pendientes restante restantes falta faltan por_hacer más_que_hacer',
      not: 'no nunca ningún ninguno ninguna nada ni tampoco jamás falló fallaron fallan en_lugar falta',
      hedge: `debería deberían podría podrían quizá quizás tal_vez probablemente posiblemente parece parecen aparentemente supuestamente en_teoría en_principio seguramente ojalá a_lo_mejor puede_que presumiblemente sería
      es_posible es_probable`,
      think: 'creo pienso supongo espero imagino considero',
      plan: 'voy_a vamos_a va_a van_a será serán próximo_paso próximos_pasos siguiente_paso siguientes_pasos luego después pronto mañana planeo pienso_hacer déjame déjeme a_continuación pendiente_de por_hacer haré en_progreso en_curso quiero me_gustaría quisiera',
      need: 'hace_falta hacen_falta debe deben hay_que tiene_que tienen_que necesario requiere requerido requisitos necesita obligatorio necesitan',
      if: 'si cuando una_vez en_cuanto hasta antes_de siempre_que a_menos_que para_que después_de_que tan_pronto mientras en_caso salvo_que',
      ensure:
        'asegúrate asegúrese asegurarse verifica_que comprueba_que verifica_si comprueba_si para_verificar comprobar_si validar_que verificar_que',
      ask: 'puedes podría puede quieres desea deseas puedes_confirmar deberíamos qué cuál cómo por_qué dónde quién te_parece podrías puedo prefieres',
      say: 'a_juzgar_por dice dijo según afirma indica menciona escribió reporta señala pone informa asegura',
      draft:
        'mensaje_de_commit borrador ejemplo plantilla notas_de_la_versión descripción_del_pr propuesta propuesto sugerido',
      how: 'cómo funcionamiento opciones ejemplo explicación contexto uso por_qué',
      cannot:
        'no_puedo no_pude no_podemos no_pudimos imposible incapaz no_es_posible no_soy_capaz no_he_podido no_logré no_hemos_podido no_consigo',
      'in-vain': 'no_pude no_pudimos no_he_podido no_hemos_podido no_logré',
      blocked: `sin_acceso no_tengo_acceso no_tenemos_acceso bloqueado bloqueada prohibido denegado no_está_instalado no_está_instalada no_tengo_permiso no_tengo_permisos sin_permisos inaccesible acceso_denegado no_dispongo no_tengo_credenciales
      no_tengo_las_credenciales me_falta_acceso fuera_de_mi_alcance`,
      please: 'por_favor favor_de',
      supply:
        'envía envíame envíe enviar proporciona proporcione proporcionar comparte comparta compartir pega pégame pegue pegar dime indica indícame aclara aclare dame mándame muéstrame añade agrega confirma adjunta pásame compárteme',
      step: 'ejecuta ejecute ejecutar reinicia reinicie prueba verifica comprueba instala abre configura despliega recarga actualiza haz corre revisa sube refresca intenta lanza',
      me: 'me mí aquí chat salida registro resultado',
      handover: `tienes_que debes necesitas tendrás_que te_toca te_toca_a_ti necesito_que necesito_tu necesito_el necesito_la necesito_los de_tu_lado de_tu_parte por_tu_parte paso_manual lo_que_tienes_que_hacer deberás necesitaré me_hace_falta debe_ejecutar
      tiene_que_ejecutar es_tu_turno no_olvides no_olvide recuerda recuerde`,
      applied: 'aplicado aplicada aplicados aplicadas realizado realizada realizados realizadas efectuado apliqué',
      habit: 'normalmente generalmente habitualmente siempre típicamente por_defecto automáticamente suele suelen',
      source: 'documentación estructura',
      undid: 'deshice deshecho revertí revertido restauré',
      past: 'en_{enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre} anteriormente antes originalmente la_semana_pasada el_año_pasado antiguamente ayer en_su_momento',
      except: 'excepto salvo solo_porque sólo_porque menos',
      affirm: 'sí así_es',
      ready: 'listo lista listos listas',
      as: 'como {se_considera|se_consideran|considerado|considerada}',
      lack: 'sin',
      fails: 'falla fallan fallando roto rota rotos',
      ran: 'ejecutado ejecutada ejecutados ejecuté corrido corrí',
      was: 'estaba estaban era eran',
      still: 'todavía aún sigue siguen',
      expects: 'debería deberían',
      unfinished:
        '{aún|todavía}_{falta|faltan|pendiente} sigue_pendiente siguen_pendientes {queda|quedan}_{pendiente|pendientes|por_hacer} {aún|todavía}_no_está_{implementado|implementada|terminado|terminada}',
      order:
        'ejecuta ejecute abre abra recarga recargue prueba pruebe reinicia reinicie importa importe revisa revise verifica verifique corre corra copia copie pega pegue instala instale actualiza actualice',
      review: 'lista_de_verificación validación validaciones',
      committed:
        'fusionado fusionada fusionados mergeado mergeada commiteado commiteados fusioné hice_commit hecho_commit',
      device: 'teléfono móvil celular dispositivo tableta reloj emulador simulador placa iphone ipad',
      installed: 'instalado instalada instalé',
      on: 'en',
      remote: 'origin remoto github gitlab producción prod',
      synced: 'sincronizado sincronizada sincronizados',
      acts: 'funciona funcionan corre marcha',
      courtesy: 'ten_en_cuenta tenga_en_cuenta disculpa disculpe nota',
      thanks: 'gracias saludos suerte espero hola entendido claro',
      mine: 'terminé completé finalicé acabé implementé corregí arreglé solucioné resolví reparé subí desplegué publiqué fusioné verifiqué comprobé probé confirmé validé añadí agregué actualicé eliminé creé cambié modifiqué escribí instalé ajusté reemplacé refactoricé',
    }),
}
