import type { Language } from './lexicon.ts'

export const spanish: Language = {
  name: 'es',
  order: 'free',
  takesBack: 'before',
  negates: 'before',
  marks: `el los las del una para con está están este estos he han ya y pero todos todas ahora puedes archivo también hay muy aquí eso esto qué al se pruebas dime fue fueron`,
  entries: () => ({
    agent: 'yo nosotros he hemos lo_he lo_hemos',
    user: 'tú usted ustedes',
    your: 'tu tus su_servidor',
    it: 'esto eso todo ello',
    other: 'usuario cliente autor equipo registro alguien colega ticket',
    be: 'es está están son era fue fueron estaba quedó queda quedaron quedan sigue ha_quedado han_quedado estar ser ya_está ya_están',
    been: 'sido ha_sido han_sido se_ha se_han fue fueron',
    have: 'he ha han hemos había has',
    det: 'el la los las un una unos unas este esta estos estas mi mis nuestro nuestra',
    prep: 'en de del a al para con por sobre sin hacia desde',
    and: 'y e además , & / o luego',
    but: 'pero sin_embargo aunque no_obstante',
    that: 'que cual cuyo',
    adverb:
      'también ya completamente totalmente por_fin ahora correctamente todo todos todas recién exitosamente en_segundo_plano complete completo completa',
    done: `hecho hecha listo lista listos listas terminado terminada terminados terminadas completado completada completados completadas finalizado finalizada finalizados finalizadas concluido concluida acabado acabada
      terminé completé finalicé acabé al_día actualizado_y_listo todo_en_orden misión_cumplida cerrado cerrada entregado entregada cumplido nada_pendiente resuelto_y_listo asunto_zanjado ya_está  en_el_bote culminado culminada lista_para_usar listo_para_usar {está|están|es|todo|queda|quedó|ya}_{completo|completa|completos|completas}
      {ha|han}_quedado_{listo|lista|listos|listas} ya_quedó quedó_{listo|lista|hecho|hecha|terminado|terminada} se_{completó|completaron|finalizó|terminó|concluyó}
      {se_ejecutó|se_ejecutaron}_{con_éxito|correctamente|sin_errores|sin_problemas} {está|queda|quedó}_en_su_sitio dejé_listo dejé_todo_listo ejecutad{o|a|os|as}_{con_éxito|correctamente|sin_errores|sin_problemas}
      hechos hechas`,
    built:
      'implementado implementada implementados implementé implementadas implementamos {se_implementó|se_implementaron}',
    fixed: `corregido corregida corregidos corregidas arreglado arreglada arreglados arregladas solucionado solucionada solucionados solucionadas resuelto resuelta resueltos resueltas reparado reparada parcheado eliminado_el_error
      corregí arreglé solucioné resolví subsanado subsanada desaparecido desapareció corregimos arreglamos reparé depurado pasado_a_la_historia
      se_{corrigió|corrigieron|solucionó|solucionaron|arregló|arreglaron|resolvió|resolvieron|reparó|subsanó} solventado solventada solventados quitado_el_error {acceso|conexión|servicio}_restablecid{o|a}`,
    fixes:
      'corrige arregla soluciona resuelve elimina quita evita_el_error {con_esto|con_eso|así}_{se_quita|se_elimina|se_corrige|se_soluciona|se_resuelve|se_arregla|desaparece} ya_se_{corrige|soluciona|resuelve}',
    shipped: `subido subida subidos desplegado desplegada desplegados desplegadas publicado publicada publicados pusheado empujado liberado lanzado lanzada en_producción
      subí desplegué publiqué confirmado_en_main hice_push hecho_push confirmados_en enviado_a_main se_{subió|subieron|desplegó|desplegaron|publicó|publicaron|pusheó} pusheada pusheados pusheadas publicadas subidas empujada mandado_a_producción`,
    live: 'en_línea en_vivo',
    passed: `{compila|compilan|compiló}_{sin_errores|correctamente|sin_problemas} pasan pasa pasaron pasó pasado pasando verde verdes exitoso exitosa exitosos exitosas compila compilan compiló limpio limpia sin_errores sin_fallos sin_problemas aprobado aprobada superado superadas aprobadas en_verde
      correcta ok superan aprueban compilad{o|a|os|as} satisfactoria satisfactorias {se_ejecuta|se_ejecutan|corre|corren}_{sin_errores|sin_fallos}
      ejecutad{o|a|os|as}_{con_éxito|correctamente|sin_errores|sin_problemas} {se_ejecutaron|se_ejecutó}_{con_éxito|correctamente|sin_errores|sin_problemas} compilad{o|a|os|as}_{con_éxito|correctamente|sin_errores}`,
    checked: `verificado verificada verificados comprobado comprobada comprobados probado probada probados confirmado confirmada validado validada verifiqué comprobé probé confirmé validé testeado testeada
      se_{verificó|verificaron|comprobó|comprobaron|probó|validó|confirmó} verificadas probadas validados validadas confirmados comprobadas contrastado revisado_y_verificado revalidado
      {verificación|comprobación|validación}_{exitosa|superada|correcta} comprobación_previa_superada`,
    works: `activos sirviendo funciona funcionan funcionando operativo operativa operativos corriendo funcional accesible marcha
      {responde|responden|arranca|arrancan|carga|cargan|abre|se_abre|se_muestra|se_muestran|se_ve|se_ven|se_guarda|se_guardan|se_genera|inicia}_{correctamente|sin_errores|sin_problemas|perfectamente}
      {se_ejecuta|se_ejecutan|corre|corren}_{sin_errores|sin_fallos|correctamente|sin_problemas} {arriba|activo}_y_{funcionando|corriendo} ya_funciona ya_funcionan`,
    changed: `reemplazada creada removida añadido añadida añadidos agregado agregada actualizado actualizada eliminado eliminada creado cambiado cambiada reemplazado renombrado movido modificado modificada añadí agregué actualicé eliminé creé cambié modifiqué
      escrito escribí mejorado instalado instalé simplificado ajustado ajusté reemplacé refactoricé migrado migrada configurado configurada integrado integrada portado refactorizado generado generada generados
      generadas escrita escritos documentado documentada preparado preparada reescrito reescrita reorganizado limpiado limpiada optimizado optimizada instalada movida movidos añadidas agregadas actualizados
      actualizadas eliminados eliminadas modificados modificadas cambiados ajustada ajustados renombrada reemplazados unificado extraído extraída traducido traducida duplicado medido copié importé reinicié
      recargué pegué reescribí generé moví limpié optimicé configuré integré preparé documenté
      se_{añadió|añadieron|agregó|agregaron|actualizó|actualizaron|creó|crearon|modificó|modificaron|cambió|reemplazó|refactorizó|configuró|instaló|generó}`,
    opened: 'abierto abierta creado creada abrí creé cerrado cerrada',
    success: 'con_éxito exitosamente satisfactoriamente',
    tried: 'comparé ejecuté probé abrí lancé medí cargué revisé',
    same: 'coincide coinciden idéntico idénticos igual',
    well: 'correctamente como_se_esperaba como_se_espera perfectamente bien sin_problemas de_nuevo según_lo_previsto sin_errores a_la_perfección como_debe normalmente',
    'no-longer': 'ya_no',
    'to-fix':
      'corregir arreglar solucionar resolver corrección arreglo solución fix fixes hotfix arreglos correcciones',
    'to-ship':
      'subir desplegar publicar fusionar hacer_push hacer_commit push despliegue publicación commit fusión deploy',
    'to-check': 'verificar comprobar probar confirmar validar verificación validación comprobación',
    'to-do': 'implementar añadir agregar crear escribir actualizar eliminar',
    test: '{compila|compilan|compiló}_{sin_errores|correctamente|sin_problemas} prueba pruebas test tests suite compilación build lint linter pipeline ci chequeos tipado verificación_de_tipos comprobaciones compilad{o|a|os|as}_{con_éxito|correctamente|sin_errores}',
    compiles: 'compila compilan compiló',
    problem:
      'error errores bug bugs problema problemas fallo fallos regresión regresiones advertencia advertencias fuga incidencia incidencias conflicto conflictos defecto defectos falla fallas avisos',
    bad: 'falla fallar bloquea cae falló rompe aparece',
    work: `tarea tareas implementación migración refactorización funcionalidad cambio cambios código rama commit trabajo ticket versión todo aplicación sitio arreglo correcciones corrección arreglos fix fixes readme changelog
      documentación guía informe script configuración base_de_datos proyecto solución soluciones`,
    place: 'main master origin remoto github gitlab producción prod staging rama repositorio',
    server: 'servidor aplicación app sitio servicio api contenedor',
    request: 'pr pull_request mr merge_request solicitud',
    cause: 'causa origen razón hipótesis motivo',
    summary: 'esto_es_lo_que_cambié cambios_realizados estos_son_los_cambios',
    all: 'todo todos todas toda ambos ambas completamente cada por_completo',
    now: 'ahora ya ya_está ya_están',
    part: 'parcialmente algunos algunas casi mayoría en_parte a_medias salvo excepto solo sólo',
    remain: 'queda quedan pendiente pendientes restante restantes falta faltan por_hacer más_que_hacer',
    not: 'no nunca ningún ninguno ninguna nada ni tampoco jamás falló fallaron fallan en_lugar falta',
    hedge: `debería deberían podría podrían quizá quizás tal_vez probablemente posiblemente parece parecen aparentemente supuestamente en_teoría en_principio seguramente ojalá a_lo_mejor puede_que presumiblemente sería
      es_posible es_probable`,
    think: 'creo pienso supongo espero imagino considero',
    plan: `voy_a vamos_a va_a van_a será serán próximo_paso próximos_pasos siguiente_paso siguientes_pasos luego después pronto mañana planeo pienso_hacer déjame déjeme a_continuación pendiente_de por_hacer haré en_progreso en_curso quiero me_gustaría quisiera
      comprobaré verificaré probaré revisaré ejecutaré corregiré arreglaré subiré desplegaré actualizaré añadiré agregaré implementaré crearé`,
    need: 'hace_falta hacen_falta debe deben hay_que tiene_que tienen_que necesario requiere requerido requisitos necesita obligatorio necesitan',
    if: 'si cuando una_vez en_cuanto hasta antes_de siempre_que a_menos_que para_que después_de_que tan_pronto mientras en_caso salvo_que',
    ensure:
      'asegúrate asegúrese asegurarse verifica_que comprueba_que verifica_si comprueba_si para_verificar comprobar_si validar_que verificar_que',
    ask: 'puedes podría puede quieres desea deseas puedes_confirmar deberíamos qué cuál cómo por_qué dónde quién te_parece podrías puedo prefieres',
    wishes: 'quieres quiere quieren querrías querría prefieres prefiere prefieren preferirías deseas desea desean',
    offers: 'puedo debo deberíamos',
    say: 'a_juzgar_por dice dijo según afirma indica menciona escribió reporta señala pone informa asegura',
    draft:
      'mensaje_de_commit borrador ejemplo plantilla notas_de_la_versión descripción_del_pr propuesta propuesto sugerido',
    appraises:
      'fortalezas ventajas puntos_fuertes aspectos_positivos lo_que_{funciona|funcionó|ya_funciona|sí_funciona} hallazgos',
    proposes: 'rápida rápido recomendada recomendado propuesta propuesto posible sencilla simple manual necesaria',
    how: 'cómo funcionamiento opciones ejemplo explicación contexto uso por_qué',
    cannot: `no_puedo no_pude no_podemos no_pudimos imposible incapaz no_es_posible no_soy_capaz no_he_podido no_logré no_hemos_podido no_consigo no_fue_posible no_ha_sido_posible no_tengo_forma_de no_tengo_manera_de
      no_hay_forma_de`,
    'in-vain': 'no_pude no_pudimos no_he_podido no_hemos_podido no_logré no_fue_posible no_ha_sido_posible',
    blocked: `sin_acceso no_tengo_acceso no_tenemos_acceso bloqueado bloqueada prohibido denegado no_está_instalado no_está_instalada no_tengo_permiso no_tengo_permisos sin_permisos inaccesible acceso_denegado no_dispongo no_tengo_credenciales
      no_tengo_las_credenciales me_falta_acceso fuera_de_mi_alcance no_tengo_disponible no_tengo_disponibles no_está_disponible_en_{este_entorno|esta_sesión} no_dispongo_de abortad{o|a}_por no_me_permite
      no_me_permiten me_falta_{permiso|la_clave|el_acceso}`,
    please: 'por_favor favor_de',
    supply: `envía envíame envíe enviar proporciona proporcione proporcionar comparte comparta compartir pega pégame pegue pegar dime indica indícame aclara aclare dame mándame muéstrame añade agrega confirma adjunta pásame compárteme
      cuéntame confírmame explícame enséñame pegarme pasarme enviarme compartirme mandarme darme decirme mostrarme indicarme compártelo pásalo envíalo súbelo`,
    step: 'ejecuta ejecute ejecutar reinicia reinicie prueba verifica comprueba instala abre configura despliega recarga actualiza haz corre revisa sube refresca intenta lanza',
    me: `me mí aquí chat salida registro resultado dime dame indícame pásame envíame mándame muéstrame cuéntame pégame compárteme explícame enséñame confírmame pegarme pasarme enviarme compartirme mandarme darme decirme
      mostrarme indicarme`,
    handover: `tienes_que debes necesitas tendrás_que te_toca te_toca_a_ti necesito_que necesito_tu necesito_el necesito_la necesito_los de_tu_lado de_tu_parte por_tu_parte paso_manual lo_que_tienes_que_hacer deberás necesitaré me_hace_falta debe_ejecutar
      tiene_que_ejecutar es_tu_turno no_olvides no_olvide recuerda recuerde me_{pasas|envías|mandas|compartes|pegas|das|confirmas} cámbiate cambia_primero
      acciones_manuales pasos_manuales quedo_a_la_espera_de avísame_cuando dime_si_funciona`,
    applied: 'aplicado aplicada aplicados aplicadas realizado realizada realizados realizadas efectuado apliqué',
    habit:
      'normalmente generalmente habitualmente siempre típicamente por_defecto automáticamente suele suelen cada_{noche|día|hora|semana|mes}',
    source: 'documentación estructura',
    undid: 'deshice deshecho revertí revertido restauré',
    past: 'en_{enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre} anteriormente antes originalmente la_semana_pasada el_año_pasado antiguamente ayer en_su_momento',
    each: 'en_cada_{envío|guardado|petición|solicitud|llamada|ejecución|commit|push|inicio|arranque|carga|cambio|despliegue|compilación|mensaje|login} cada_vez antes_de_cada después_de_cada',
    explains:
      'actualmente usa usan utiliza utilizan contiene contienen permite permiten gestiona gestionan lee leen guarda guardan llama llaman devuelve devuelven depende dependen corresponde representa muestra muestran carga cargan envía envían recibe reciben se_encuentra se_encarga significa existe existen consiste sirve sirven define definen viene es_{un|una} es_{un|una} se_{usa|usan|ejecuta|ejecutan|guarda|guardan|publica|publican|llama}',
    thus: 'así de_esta_forma de_esta_manera de_la_siguiente_forma de_la_siguiente_manera como_sigue',
    recap: '{última|anterior}_sesión sesión_{anterior|pasada} la_última_vez la_vez_pasada ayer',
    except: 'excepto salvo solo_porque sólo_porque menos',
    affirm: 'sí así_es',
    ready: 'listo lista listos listas',
    as: 'como {se_considera|se_consideran|considerado|considerada}',
    lack: 'sin',
    fails: 'falla fallan fallando roto rota rotos',
    ran: 'ejecutado ejecutada ejecutados ejecuté corrido corrí ejecutadas lanzado lanzada',
    was: 'estaba estaban era eran',
    still: 'todavía aún sigue siguen',
    expects: 'debería deberían',
    unfinished:
      '{aún|todavía}_{falta|faltan|pendiente} sigue_pendiente siguen_pendientes {queda|quedan}_{pendiente|pendientes|por_hacer} {aún|todavía}_no_está_{implementado|implementada|terminado|terminada}',
    order: `ejecuta ejecute abre abra recarga recargue prueba pruebe reinicia reinicie importa importe revisa revise verifica verifique corre corra copia copie pega pegue instala instale actualiza actualice cierra descarga
      inicia reintenta`,
    review: 'lista_de_verificación validación validaciones pre-flight preflight constitution_check',
    committed:
      'fusionado fusionada fusionados mergeado mergeada commiteado commiteados fusioné hice_commit hecho_commit commit_{creado|hecho|realizado} commit_y_push_{hechos|realizados|completados|listos}',
    device: 'teléfono móvil celular dispositivo tableta reloj emulador simulador placa iphone ipad',
    installed: 'instalado instalada instalé',
    on: 'en',
    remote: 'origin remoto github gitlab producción prod',
    synced: 'sincronizado sincronizada sincronizados',
    acts: 'funciona funcionan corre marcha',
    courtesy: 'ten_en_cuenta tenga_en_cuenta disculpa disculpe nota',
    thanks: 'bien_hecho buen_trabajo gracias saludos suerte espero hola entendido claro',
    mine: `terminé completé finalicé acabé implementé corregí arreglé solucioné resolví reparé subí desplegué publiqué fusioné verifiqué comprobé probé confirmé validé añadí agregué actualicé eliminé creé cambié modifiqué escribí instalé ajusté reemplacé refactoricé
      generé reescribí moví limpié optimicé configuré integré preparé documenté dejé_listo dejé_todo_listo reinicié copié importé`,
  }),
}
