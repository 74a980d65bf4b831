<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="es" sourcelanguage="en">
<context>
    <name></name>
    <message>
        <source> and {count} more</source>
        <translation> y {count} más</translation>
    </message>
    <message>
        <source> or </source>
        <translation> o </translation>
    </message>
    <message>
        <source>%Y-%m-%d</source>
        <comment>date, as strftime has it</comment>
        <translation>%d/%m/%Y</translation>
    </message>
    <message>
        <source>%Y-%m-%d %H:%M</source>
        <comment>date and time, as strftime has it</comment>
        <translation>%d/%m/%Y %H:%M</translation>
    </message>
    <message>
        <source>%Y-%m-%d %H:%M:%S</source>
        <comment>date and time, as strftime has it</comment>
        <translation>%d/%m/%Y %H:%M:%S</translation>
    </message>
    <message numerus="yes">
        <source>%n AI draft</source>
        <comment>%n AI drafts</comment>
        <translation>
            <numerusform>%n borrador de IA</numerusform>
            <numerusform>%n borradores de IA</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n contradiction</source>
        <comment>%n contradictions</comment>
        <translation>
            <numerusform>%n contradicción</numerusform>
            <numerusform>%n contradicciones</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n day earlier</source>
        <comment>%n days earlier</comment>
        <translation>
            <numerusform>%n día antes</numerusform>
            <numerusform>%n días antes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n draft</source>
        <comment>%n drafts</comment>
        <translation>
            <numerusform>%n borrador</numerusform>
            <numerusform>%n borradores</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file was not opened</source>
        <comment>%n files were not opened</comment>
        <translation>
            <numerusform>%n archivo sin abrir</numerusform>
            <numerusform>%n archivos sin abrir</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n has an image.</source>
        <comment>%n have an image.</comment>
        <translation>
            <numerusform>%n tiene una imagen.</numerusform>
            <numerusform>%n tienen una imagen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n has no key and is not scored.</source>
        <comment>%n have no key and are not scored.</comment>
        <translation>
            <numerusform>%n no tiene clave y no se puntúa.</numerusform>
            <numerusform>%n no tienen clave y no se puntúan.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n month earlier</source>
        <comment>%n months earlier</comment>
        <translation>
            <numerusform>%n mes antes</numerusform>
            <numerusform>%n meses antes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more file was left out.</source>
        <comment>%n more files were left out.</comment>
        <translation>
            <numerusform>Se omitió %n archivo más.</numerusform>
            <numerusform>Se omitieron %n archivos más.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more has no key and is not counted.</source>
        <comment>%n more have no key and are not counted.</comment>
        <translation>
            <numerusform>%n más no tiene clave y no se cuenta.</numerusform>
            <numerusform>%n más no tienen clave y no se cuentan.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more is listed under the worklist</source>
        <comment>%n more are listed under the worklist</comment>
        <translation>
            <numerusform>%n más figura bajo la lista de trabajo</numerusform>
            <numerusform>%n más figuran bajo la lista de trabajo</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more note</source>
        <comment>%n more notes</comment>
        <translation>
            <numerusform>%n nota más</numerusform>
            <numerusform>%n notas más</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of these was not answered.</source>
        <comment>%n of these were not answered.</comment>
        <translation>
            <numerusform>%n de ellas no se respondió.</numerusform>
            <numerusform>%n de ellas no se respondieron.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n paragraph was looked up</source>
        <comment>%n paragraphs were looked up</comment>
        <translation>
            <numerusform>se buscó %n párrafo</numerusform>
            <numerusform>se buscaron %n párrafos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n passage stands as an expert wrote it.</source>
        <comment>%n passages stand as experts wrote them.</comment>
        <translation>
            <numerusform>%n pasaje está como lo escribió un experto.</numerusform>
            <numerusform>%n pasajes están como los escribieron los expertos.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n presentation state: choose it in the window menu.</source>
        <comment>%n presentation states: choose one in the window menu.</comment>
        <translation>
            <numerusform>%n estado de presentación: elíjalo en el menú de la ventana.</numerusform>
            <numerusform>%n estados de presentación: elija uno en el menú de la ventana.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n question</source>
        <comment>%n questions</comment>
        <translation>
            <numerusform>%n pregunta</numerusform>
            <numerusform>%n preguntas</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n retrieved study</source>
        <comment>%n retrieved studies</comment>
        <translation>
            <numerusform>%n estudio recuperado</numerusform>
            <numerusform>%n estudios recuperados</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n review saved.</source>
        <comment>%n reviews saved.</comment>
        <translation>
            <numerusform>%n revisión guardada.</numerusform>
            <numerusform>%n revisiones guardadas.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n review was left out.</source>
        <comment>%n reviews were left out.</comment>
        <translation>
            <numerusform>Se omitió %n revisión.</numerusform>
            <numerusform>Se omitieron %n revisiones.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n row was not read.</source>
        <comment>%n rows were not read.</comment>
        <translation>
            <numerusform>%n fila no se leyó.</numerusform>
            <numerusform>%n filas no se leyeron.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n statement</source>
        <comment>%n statements</comment>
        <translation>
            <numerusform>%n afirmación</numerusform>
            <numerusform>%n afirmaciones</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n study</source>
        <comment>%n studies</comment>
        <translation>
            <numerusform>%n estudio</numerusform>
            <numerusform>%n estudios</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n study chosen</source>
        <comment>%n studies chosen</comment>
        <translation>
            <numerusform>%n estudio elegido</numerusform>
            <numerusform>%n estudios elegidos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n to fill in</source>
        <comment>%n to fill in</comment>
        <translation>
            <numerusform>%n por rellenar</numerusform>
            <numerusform>%n por rellenar</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n week earlier</source>
        <comment>%n weeks earlier</comment>
        <translation>
            <numerusform>%n semana antes</numerusform>
            <numerusform>%n semanas antes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n written, not voted yet</source>
        <comment>%n written, not voted yet</comment>
        <translation>
            <numerusform>%n escrito, aún sin votar</numerusform>
            <numerusform>%n escritos, aún sin votar</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n year earlier</source>
        <comment>%n years earlier</comment>
        <translation>
            <numerusform>%n año antes</numerusform>
            <numerusform>%n años antes</numerusform>
        </translation>
    </message>
    <message>
        <source>(empty)</source>
        <translation>(vacío)</translation>
    </message>
    <message>
        <source>1–9</source>
        <translation>1–9</translation>
    </message>
    <message>
        <source>7 days</source>
        <translation>7 días</translation>
    </message>
    <message>
        <source>A DICOMDIR only lists other files.</source>
        <comment>engine</comment>
        <translation>Un DICOMDIR solo enumera otros archivos.</translation>
    </message>
    <message>
        <source>A Rescale Slope of 0 would erase the image; the rescale is ignored.</source>
        <comment>engine</comment>
        <translation>Un Rescale Slope de 0 borraría la imagen; se ignora el reescalado.</translation>
    </message>
    <message>
        <source>A captioner has no ONNX files.</source>
        <comment>engine</comment>
        <translation>Un descriptor de imágenes no tiene archivos ONNX.</translation>
    </message>
    <message>
        <source>A certificate and its key belong together; one of them is not named.</source>
        <comment>engine</comment>
        <translation>Un certificado y su clave van juntos; falta nombrar uno de los dos.</translation>
    </message>
    <message>
        <source>A certificate file is no PEM, or its key does not fit or has a password.</source>
        <comment>engine</comment>
        <translation>Un archivo de certificado no es PEM, o su clave no corresponde o tiene contraseña.</translation>
    </message>
    <message>
        <source>A certificate file is not there.</source>
        <comment>engine</comment>
        <translation>Falta un archivo de certificado.</translation>
    </message>
    <message>
        <source>A desk has this database open.</source>
        <comment>engine</comment>
        <translation>Un puesto tiene abierta esta base de datos.</translation>
    </message>
    <message>
        <source>A double click takes it{key}.</source>
        <translation>Un doble clic la usa{key}.</translation>
    </message>
    <message>
        <source>A double click takes the sentence</source>
        <translation>Un doble clic usa la frase</translation>
    </message>
    <message>
        <source>A file is larger than {0} MiB.</source>
        <comment>engine</comment>
        <translation>Un archivo tiene más de {0} MiB.</translation>
    </message>
    <message>
        <source>A file of templates was left out. {problem}</source>
        <translation>Se omitió un archivo de plantillas. {problem}</translation>
    </message>
    <message>
        <source>A graphic of the presentation state cannot be drawn.</source>
        <comment>engine</comment>
        <translation>Un gráfico del estado de presentación no se puede dibujar.</translation>
    </message>
    <message>
        <source>A lookup table of the file is empty or damaged and is left out.</source>
        <comment>engine</comment>
        <translation>Una tabla de consulta del archivo está vacía o dañada y se omite.</translation>
    </message>
    <message>
        <source>A newer Consilium wrote this database; it was left unread.</source>
        <comment>engine</comment>
        <translation>Un Consilium más nuevo escribió esta base de datos; no se leyó.</translation>
    </message>
    <message>
        <source>A password does not belong in the address.</source>
        <comment>engine</comment>
        <translation>La contraseña no debe estar en la dirección.</translation>
    </message>
    <message>
        <source>A person&apos;s name cannot be decoded and is left out.</source>
        <comment>engine</comment>
        <translation>El nombre de una persona no se puede decodificar y se omite.</translation>
    </message>
    <message>
        <source>A picture without patient data: nothing says whose it is.</source>
        <comment>engine</comment>
        <translation>Una imagen sin datos del paciente: nada dice de quién es.</translation>
    </message>
    <message>
        <source>A pixel spacing is not two positive numbers and is ignored.</source>
        <comment>engine</comment>
        <translation>Un espaciado de píxel no son dos números positivos y se ignora.</translation>
    </message>
    <message>
        <source>A port is a number from 1 to {0}; {1} is none.</source>
        <comment>engine</comment>
        <translation>Un puerto es un número de 1 a {0}; {1} no lo es.</translation>
    </message>
    <message>
        <source>A port is a number, such as 104.</source>
        <translation>Un puerto es un número, como 104.</translation>
    </message>
    <message>
        <source>A question or a sitting cannot be read; somebody altered the database.</source>
        <comment>engine</comment>
        <translation>Una pregunta o una sesión no se puede leer; alguien alteró la base de datos.</translation>
    </message>
    <message>
        <source>A report is being sent already.</source>
        <translation>Ya se está enviando un informe.</translation>
    </message>
    <message numerus="yes">
        <source>A report is not saved.</source>
        <comment>%n reports are not saved.</comment>
        <translation>
            <numerusform>Un informe no está guardado.</numerusform>
            <numerusform>%n informes no están guardados.</numerusform>
        </translation>
    </message>
    <message>
        <source>A review&apos;s log does not fit its text or its hashes; somebody altered the database.</source>
        <comment>engine</comment>
        <translation>El registro de una revisión no encaja con su texto o sus resúmenes hash; alguien alteró la base de datos.</translation>
    </message>
    <message>
        <source>A shutter of the file cannot be understood and is ignored.</source>
        <comment>engine</comment>
        <translation>Un obturador del archivo no se entiende y se ignora.</translation>
    </message>
    <message>
        <source>A signature cannot be taken back.</source>
        <comment>engine</comment>
        <translation>Una firma no se puede retirar.</translation>
    </message>
    <message>
        <source>A signature is never on a key that a hand could hit by habit.</source>
        <translation>La firma nunca está en una tecla que la mano pueda pulsar por costumbre.</translation>
    </message>
    <message>
        <source>A stored measurement cannot be read: {0}.</source>
        <comment>engine</comment>
        <translation>No se puede leer una medida guardada: {0}.</translation>
    </message>
    <message>
        <source>A stored operation or mark cannot be read: {0}.</source>
        <comment>engine</comment>
        <translation>No se puede leer una operación o marca guardada: {0}.</translation>
    </message>
    <message>
        <source>A study has arrived in part.</source>
        <translation>Un estudio ha llegado en parte.</translation>
    </message>
    <message>
        <source>A study has arrived in part: {done} of {total} files.</source>
        <translation>Un estudio ha llegado en parte: {done} de {total} archivos.</translation>
    </message>
    <message>
        <source>A study was not retrieved. {why}</source>
        <translation>Un estudio no se recuperó. {why}</translation>
    </message>
    <message>
        <source>A study without a patient number cannot be told to be of the same patient.</source>
        <translation>De un estudio sin número de paciente no se puede saber si es del mismo paciente.</translation>
    </message>
    <message>
        <source>A text of the presentation state cannot be placed.</source>
        <comment>engine</comment>
        <translation>Un texto del estado de presentación no se puede colocar.</translation>
    </message>
    <message>
        <source>A vote is agreement among experts, not a probability of being right.</source>
        <translation>Un voto es el acuerdo entre expertos, no la probabilidad de acertar.</translation>
    </message>
    <message>
        <source>A window is narrower than LINEAR allows; it is applied as LINEAR_EXACT.</source>
        <comment>engine</comment>
        <translation>Una ventana es más estrecha de lo que permite LINEAR; se aplica como LINEAR_EXACT.</translation>
    </message>
    <message>
        <source>A window of the file is not usable and is left out.</source>
        <comment>engine</comment>
        <translation>Una ventana del archivo no se puede usar y se omite.</translation>
    </message>
    <message>
        <source>AI text underlined</source>
        <translation>Con IA</translation>
    </message>
    <message>
        <source>Accession</source>
        <translation>N.º acceso</translation>
    </message>
    <message>
        <source>Accession number</source>
        <translation>Número de acceso</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Añadir</translation>
    </message>
    <message>
        <source>Add an archive…</source>
        <translation>Añadir un PACS…</translation>
    </message>
    <message>
        <source>Add one first.</source>
        <translation>Añada uno primero.</translation>
    </message>
    <message>
        <source>Add one on the archive page.</source>
        <translation>Añada uno en la página del PACS.</translation>
    </message>
    <message>
        <source>Add the archive of your department or a test server. You need its address and, for DICOM, its AE title; whoever runs it knows them.</source>
        <translation>Añada el archivo de imágenes de su servicio o un servidor de pruebas. Necesita su dirección y, para DICOM, su AE title; los conoce quien lo administra.</translation>
    </message>
    <message>
        <source>Add to the signed report</source>
        <translation>Añadir al informe firmado</translation>
    </message>
    <message>
        <source>Add, change or test archives; the cache</source>
        <translation>Añadir, cambiar o probar archivos de imágenes; la caché</translation>
    </message>
    <message>
        <source>Addendum by {name}, {role}, {time}: {reason}</source>
        <translation>Adenda de {name}, {role}, {time}: {reason}</translation>
    </message>
    <message>
        <source>Addendum…</source>
        <translation>Adenda…</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Dirección</translation>
    </message>
    <message>
        <source>All drafts</source>
        <translation>Todos</translation>
    </message>
    <message>
        <source>All drafts by vote</source>
        <translation>Todos los borradores por votos</translation>
    </message>
    <message>
        <source>All drafts by what they say</source>
        <translation>Todos los borradores por lo que dicen</translation>
    </message>
    <message>
        <source>All files</source>
        <translation>Todos los archivos</translation>
    </message>
    <message>
        <source>All sittings</source>
        <translation>Todas las sesiones</translation>
    </message>
    <message>
        <source>All {count} drafts are identical, word for word.</source>
        <translation>Los {count} borradores son idénticos, palabra por palabra.</translation>
    </message>
    <message>
        <source>All {count} drafts say the same. Agreement is not proof.</source>
        <translation>Los {count} borradores dicen lo mismo. El acuerdo no es una prueba.</translation>
    </message>
    <message>
        <source>Allow writing, or use --data.</source>
        <comment>engine</comment>
        <translation>Permita la escritura o use --data.</translation>
    </message>
    <message>
        <source>An AE title has 1 to 16 characters of plain ASCII, without a backslash.</source>
        <comment>engine</comment>
        <translation>Un título AE tiene de 1 a 16 caracteres ASCII, sin barra invertida.</translation>
    </message>
    <message>
        <source>An addendum belongs to a signed report.</source>
        <comment>engine</comment>
        <translation>Una adenda corresponde a un informe firmado.</translation>
    </message>
    <message>
        <source>An addendum cannot be taken back.</source>
        <comment>engine</comment>
        <translation>Una adenda no se puede retirar.</translation>
    </message>
    <message>
        <source>An answer of the archive names no study and is left out.</source>
        <comment>engine</comment>
        <translation>Una respuesta del archivo de imágenes no nombra ningún estudio y se omite.</translation>
    </message>
    <message>
        <source>An archive needs a name of 1 to 64 printable characters.</source>
        <comment>engine</comment>
        <translation>Un archivo de imágenes necesita un nombre de 1 a 64 caracteres imprimibles.</translation>
    </message>
    <message>
        <source>An older Consilium wrote this database.</source>
        <comment>engine</comment>
        <translation>Un Consilium más antiguo escribió esta base de datos.</translation>
    </message>
    <message>
        <source>Angle</source>
        <translation>Ángulo</translation>
    </message>
    <message>
        <source>Angle: drag the first leg up to the vertex, then point at the end of the other leg</source>
        <translation>Ángulo: arrastre el primer lado hasta el vértice y señale después el final del otro lado</translation>
    </message>
    <message>
        <source>Annotations</source>
        <translation>Anotaciones</translation>
    </message>
    <message>
        <source>Annotations of the file</source>
        <translation>Anotaciones del archivo</translation>
    </message>
    <message>
        <source>Annotations of the file are hidden.</source>
        <translation>Las anotaciones del archivo están ocultas.</translation>
    </message>
    <message>
        <source>Another desk was writing the same.</source>
        <comment>engine</comment>
        <translation>Otro puesto estaba escribiendo lo mismo.</translation>
    </message>
    <message>
        <source>Another file has the same SOP Instance UID but other content; both are kept, each under a UID that is made from its content.</source>
        <comment>engine</comment>
        <translation>Otro archivo tiene el mismo SOP Instance UID pero otro contenido; se conservan ambos, cada uno con un UID formado a partir de su contenido.</translation>
    </message>
    <message>
        <source>Another program holds the database.</source>
        <comment>engine</comment>
        <translation>Otro programa tiene ocupada la base de datos.</translation>
    </message>
    <message>
        <source>Another window went on with this sitting, so the last answer was not kept.</source>
        <comment>engine</comment>
        <translation>Otra ventana siguió con esta sesión, así que la última respuesta no se guardó.</translation>
    </message>
    <message>
        <source>Apr</source>
        <comment>month</comment>
        <translation>abr</translation>
    </message>
    <message>
        <source>Arabic</source>
        <translation>Árabe</translation>
    </message>
    <message>
        <source>Archive</source>
        <translation>PACS</translation>
    </message>
    <message>
        <source>Archives</source>
        <translation>Archivos de imágenes</translation>
    </message>
    <message>
        <source>Archives…</source>
        <translation>PACS…</translation>
    </message>
    <message>
        <source>As the film&apos;s file says</source>
        <translation>Como dice el archivo de la radiografía</translation>
    </message>
    <message>
        <source>As the standard says (ASCII)</source>
        <translation>Como dice la norma (ASCII)</translation>
    </message>
    <message>
        <source>As the system has it</source>
        <translation>El del sistema</translation>
    </message>
    <message>
        <source>Ask for float32.</source>
        <comment>engine</comment>
        <translation>Pida float32.</translation>
    </message>
    <message>
        <source>Ask for less at a time, or ask who runs the archive.</source>
        <comment>engine</comment>
        <translation>Pida menos cada vez, o pregunte a quien administra el archivo de imágenes.</translation>
    </message>
    <message>
        <source>Ask for less at a time.</source>
        <comment>engine</comment>
        <translation>Pida menos cada vez.</translation>
    </message>
    <message>
        <source>Ask its administrator for the right.</source>
        <comment>engine</comment>
        <translation>Pida el permiso a su administrador.</translation>
    </message>
    <message>
        <source>Ask its administrator to add this AE title with this machine&apos;s address and port.</source>
        <comment>engine</comment>
        <translation>Pida a su administrador que añada este título AE con la dirección y el puerto de este equipo.</translation>
    </message>
    <message>
        <source>Ask its administrator to add this AE title.</source>
        <comment>engine</comment>
        <translation>Pida a su administrador que añada este título AE.</translation>
    </message>
    <message>
        <source>Ask the missed questions</source>
        <translation>Preguntar las falladas</translation>
    </message>
    <message>
        <source>Ask the model</source>
        <translation>Preguntar al modelo</translation>
    </message>
    <message>
        <source>Ask the model all questions</source>
        <translation>Hacer al modelo todas las preguntas</translation>
    </message>
    <message>
        <source>Ask the same again</source>
        <translation>Preguntar lo mismo otra vez</translation>
    </message>
    <message>
        <source>Ask where the files come from; to read them all the same, use another folder with --data.</source>
        <comment>engine</comment>
        <translation>Pregunte de dónde vienen los archivos; para leerlos de todos modos, use otra carpeta con --data.</translation>
    </message>
    <message>
        <source>Ask whether it allows it, or retrieve another way.</source>
        <comment>engine</comment>
        <translation>Pregunte si lo permite, o recupere de otra forma.</translation>
    </message>
    <message>
        <source>Ask whether it allows this to {0}, or try again.</source>
        <comment>engine</comment>
        <translation>Pregunte si permite esto a {0}, o inténtelo de nuevo.</translation>
    </message>
    <message>
        <source>Ask who runs it.</source>
        <comment>engine</comment>
        <translation>Pregunte a quien lo administra.</translation>
    </message>
    <message>
        <source>Asking {name}</source>
        <translation>Preguntando a {name}</translation>
    </message>
    <message>
        <source>Atelectasis</source>
        <comment>finding</comment>
        <translation>Atelectasia</translation>
    </message>
    <message>
        <source>Aug</source>
        <comment>month</comment>
        <translation>ago</translation>
    </message>
    <message>
        <source>Author</source>
        <translation>Autor</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Atrás</translation>
    </message>
    <message>
        <source>Back to draft</source>
        <translation>Volver a borrador</translation>
    </message>
    <message>
        <source>Back to the bundle before</source>
        <translation>Volver al paquete anterior</translation>
    </message>
    <message>
        <source>Basic authentication needs a user name, without a colon.</source>
        <comment>engine</comment>
        <translation>La autenticación básica necesita un nombre de usuario, sin dos puntos.</translation>
    </message>
    <message>
        <source>Begin</source>
        <translation>Empezar</translation>
    </message>
    <message>
        <source>Begin it again.</source>
        <comment>engine</comment>
        <translation>Empiécelo de nuevo.</translation>
    </message>
    <message>
        <source>Bits Stored is missing or impossible; {0} is used.</source>
        <comment>engine</comment>
        <translation>Bits Stored falta o es imposible; se usa {0}.</translation>
    </message>
    <message>
        <source>Both drafts are identical, word for word.</source>
        <translation>Ambos borradores son idénticos, palabra por palabra.</translation>
    </message>
    <message>
        <source>Bring back</source>
        <translation>Recuperar</translation>
    </message>
    <message>
        <source>Bring the chosen studies to this disk</source>
        <translation>Traer a este disco los estudios elegidos</translation>
    </message>
    <message>
        <source>Bring them back</source>
        <translation>Traerlas de vuelta</translation>
    </message>
    <message>
        <source>Bundle</source>
        <translation>Paquete</translation>
    </message>
    <message>
        <source>By category</source>
        <translation>Por categoría</translation>
    </message>
    <message>
        <source>By expert of the right option</source>
        <translation>Por experto de la opción correcta</translation>
    </message>
    <message>
        <source>By time</source>
        <translation>Por tiempo</translation>
    </message>
    <message>
        <source>By what is asked</source>
        <translation>Por lo que se pregunta</translation>
    </message>
    <message>
        <source>COMPARE</source>
        <translation>COMPARAR</translation>
    </message>
    <message>
        <source>CURRENT</source>
        <translation>ACTUAL</translation>
    </message>
    <message>
        <source>Calibrate</source>
        <translation>Calibrar</translation>
    </message>
    <message>
        <source>Calibrate: drag along something whose length you know</source>
        <translation>Calibrar: arrastre a lo largo de algo cuya longitud conozca</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>Cancelado</translation>
    </message>
    <message>
        <source>Cardiomegaly</source>
        <comment>finding</comment>
        <translation>Cardiomegalia</translation>
    </message>
    <message>
        <source>Category</source>
        <translation>Categoría</translation>
    </message>
    <message>
        <source>Cells as the model has them</source>
        <translation>Celdas como las tiene el modelo</translation>
    </message>
    <message>
        <source>Central European</source>
        <translation>Europa central</translation>
    </message>
    <message>
        <source>Certificates that are trusted</source>
        <translation>Certificados de confianza</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Cambiar</translation>
    </message>
    <message>
        <source>Check folder and disk space.</source>
        <comment>engine</comment>
        <translation>Compruebe la carpeta y el espacio en disco.</translation>
    </message>
    <message>
        <source>Check folder and permissions.</source>
        <comment>engine</comment>
        <translation>Compruebe la carpeta y los permisos.</translation>
    </message>
    <message>
        <source>Check host and port, and whether the archive runs.</source>
        <comment>engine</comment>
        <translation>Compruebe el servidor y el puerto, y que el archivo de imágenes funcione.</translation>
    </message>
    <message>
        <source>Check host, port and firewall.</source>
        <comment>engine</comment>
        <translation>Compruebe el servidor, el puerto y el cortafuegos.</translation>
    </message>
    <message>
        <source>Check that it belongs to it.</source>
        <translation>Compruebe que le corresponde.</translation>
    </message>
    <message>
        <source>Check that it is the root of a DICOMweb service.</source>
        <comment>engine</comment>
        <translation>Compruebe que sea la raíz de un servicio DICOMweb.</translation>
    </message>
    <message>
        <source>Check that its address is that of an archive.</source>
        <comment>engine</comment>
        <translation>Compruebe que su dirección sea la de un archivo de imágenes.</translation>
    </message>
    <message>
        <source>Check that its address is the root of a DICOMweb service.</source>
        <comment>engine</comment>
        <translation>Compruebe que su dirección sea la raíz de un servicio DICOMweb.</translation>
    </message>
    <message>
        <source>Check that the server runs and that the address and password are right.</source>
        <comment>engine</comment>
        <translation>Compruebe que el servidor funciona y que la dirección y la contraseña son correctas.</translation>
    </message>
    <message>
        <source>Check that this is its DICOM port; it may want TLS.</source>
        <comment>engine</comment>
        <translation>Compruebe que este sea su puerto DICOM; puede que exija TLS.</translation>
    </message>
    <message>
        <source>Check that this is the archive&apos;s DICOM port.</source>
        <comment>engine</comment>
        <translation>Compruebe que este sea el puerto DICOM del archivo de imágenes.</translation>
    </message>
    <message>
        <source>Check that this port speaks TLS and whether it wants a certificate of ours.</source>
        <comment>engine</comment>
        <translation>Compruebe que este puerto use TLS y si exige un certificado nuestro.</translation>
    </message>
    <message>
        <source>Check the folder and its permissions.</source>
        <comment>engine</comment>
        <translation>Compruebe la carpeta y sus permisos.</translation>
    </message>
    <message>
        <source>Check the folder&apos;s name.</source>
        <comment>engine</comment>
        <translation>Compruebe el nombre de la carpeta.</translation>
    </message>
    <message>
        <source>Check the host&apos;s name.</source>
        <comment>engine</comment>
        <translation>Compruebe el nombre del servidor.</translation>
    </message>
    <message>
        <source>Check the network and the address.</source>
        <comment>engine</comment>
        <translation>Compruebe la red y la dirección.</translation>
    </message>
    <message>
        <source>Check the path.</source>
        <comment>engine</comment>
        <translation>Compruebe la ruta.</translation>
    </message>
    <message>
        <source>Chinese</source>
        <translation>Chino</translation>
    </message>
    <message>
        <source>Choose a bundle with the architecture {0}.</source>
        <comment>engine</comment>
        <translation>Elija un paquete con la arquitectura {0}.</translation>
    </message>
    <message>
        <source>Choose a command, then Change, then press the new key.</source>
        <translation>Elija una orden, luego Cambiar, y pulse la tecla nueva.</translation>
    </message>
    <message>
        <source>Choose a disk that takes larger files.</source>
        <comment>engine</comment>
        <translation>Elija un disco que admita archivos más grandes.</translation>
    </message>
    <message>
        <source>Choose a file or folder with DICOM films.</source>
        <translation>Elija un archivo o una carpeta con radiografías DICOM.</translation>
    </message>
    <message>
        <source>Choose a folder that can be written to.</source>
        <comment>engine</comment>
        <translation>Elija una carpeta en la que se pueda escribir.</translation>
    </message>
    <message>
        <source>Choose a folder that exists.</source>
        <comment>engine</comment>
        <translation>Elija una carpeta que exista.</translation>
    </message>
    <message>
        <source>Choose a folder that you may write to.</source>
        <comment>engine</comment>
        <translation>Elija una carpeta en la que pueda escribir.</translation>
    </message>
    <message>
        <source>Choose a shorter name.</source>
        <comment>engine</comment>
        <translation>Elija un nombre más corto.</translation>
    </message>
    <message>
        <source>Choose a sign-in for this archive.</source>
        <comment>engine</comment>
        <translation>Elija una forma de identificarse para este archivo de imágenes.</translation>
    </message>
    <message>
        <source>Choose another folder and export again.</source>
        <comment>engine</comment>
        <translation>Elija otra carpeta y exporte de nuevo.</translation>
    </message>
    <message>
        <source>Choose another folder.</source>
        <comment>engine</comment>
        <translation>Elija otra carpeta.</translation>
    </message>
    <message>
        <source>Choose another name, or move it away.</source>
        <comment>engine</comment>
        <translation>Elija otro nombre o muévalo.</translation>
    </message>
    <message>
        <source>Choose another name: a folder has this one.</source>
        <comment>engine</comment>
        <translation>Elija otro nombre: una carpeta ya lo tiene.</translation>
    </message>
    <message>
        <source>Choose another one, here and in the archive, or end the program that uses it.</source>
        <comment>engine</comment>
        <translation>Elija otro, aquí y en el archivo de imágenes, o cierre el programa que lo usa.</translation>
    </message>
    <message>
        <source>Choose another prior</source>
        <translation>Elegir otro previo</translation>
    </message>
    <message>
        <source>Choose another with --data.</source>
        <comment>engine</comment>
        <translation>Elija otra con --data.</translation>
    </message>
    <message>
        <source>Choose one from the worklist, or drop files anywhere.</source>
        <translation>Elija uno de la lista de trabajo o suelte archivos en cualquier lugar.</translation>
    </message>
    <message>
        <source>Choose one of those in its list.</source>
        <comment>engine</comment>
        <translation>Elija uno de los de su lista.</translation>
    </message>
    <message>
        <source>Choose option {letter}</source>
        <translation>Elegir la opción {letter}</translation>
    </message>
    <message>
        <source>Choose “Keep mine” or “Keep the stored one”.</source>
        <translation>Elija «Conservar el mío» o «Conservar el guardado».</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Elegir…</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Vaciar</translation>
    </message>
    <message>
        <source>Clear the cache</source>
        <translation>Vaciar la caché</translation>
    </message>
    <message>
        <source>Clear…</source>
        <translation>Vaciar…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>Close it and start it again when it suits you.</source>
        <translation>Ciérrelo e inícielo de nuevo cuando le convenga.</translation>
    </message>
    <message>
        <source>Close it, then try again.</source>
        <comment>engine</comment>
        <translation>Ciérrelo e inténtelo de nuevo.</translation>
    </message>
    <message>
        <source>Close other programs, or use fewer beams or --device cpu.</source>
        <comment>engine</comment>
        <translation>Cierre otros programas, o use menos haces o --device cpu.</translation>
    </message>
    <message>
        <source>Close without saving</source>
        <translation>Cerrar sin guardar</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Orden</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Comparar</translation>
    </message>
    <message>
        <source>Compare both texts and keep one.</source>
        <comment>engine</comment>
        <translation>Compare ambos textos y conserve uno.</translation>
    </message>
    <message>
        <source>Compare {left} and {right}</source>
        <translation>Comparar {left} y {right}</translation>
    </message>
    <message>
        <source>Consilium help</source>
        <translation>Ayuda de Consilium</translation>
    </message>
    <message>
        <source>Consilium: films</source>
        <translation>Consilium: radiografías</translation>
    </message>
    <message>
        <source>Consolidation</source>
        <comment>finding</comment>
        <translation>Consolidación</translation>
    </message>
    <message>
        <source>Contradiction</source>
        <translation>Contradicción</translation>
    </message>
    <message>
        <source>Contradiction. {words}</source>
        <translation>Contradicción. {words}</translation>
    </message>
    <message>
        <source>Copy it again.</source>
        <comment>engine</comment>
        <translation>Cópielo de nuevo.</translation>
    </message>
    <message>
        <source>Copy my text</source>
        <translation>Copiar mi texto</translation>
    </message>
    <message>
        <source>Copy or export the bundle again.</source>
        <comment>engine</comment>
        <translation>Copie o exporte el paquete de nuevo.</translation>
    </message>
    <message>
        <source>Copy the archive again.</source>
        <comment>engine</comment>
        <translation>Copie el archivo ZIP de nuevo.</translation>
    </message>
    <message>
        <source>Copy the bundle again.</source>
        <comment>engine</comment>
        <translation>Copie el paquete de nuevo.</translation>
    </message>
    <message>
        <source>Copy the disc again, or go on with the rest.</source>
        <comment>engine</comment>
        <translation>Copie el disco de nuevo o siga con el resto.</translation>
    </message>
    <message>
        <source>Copy the file again.</source>
        <comment>engine</comment>
        <translation>Copie el archivo de nuevo.</translation>
    </message>
    <message>
        <source>Copy your text from the window, then open the study again.</source>
        <comment>engine</comment>
        <translation>Copie su texto de la ventana y abra de nuevo el estudio.</translation>
    </message>
    <message>
        <source>Correct it or delete it.</source>
        <comment>engine</comment>
        <translation>Corríjalo o bórrelo.</translation>
    </message>
    <message>
        <source>Correct it.</source>
        <comment>engine</comment>
        <translation>Corríjalo.</translation>
    </message>
    <message>
        <source>Correct it.</source>
        <translation>Corríjalo.</translation>
    </message>
    <message>
        <source>Correct its AE title; capitals count.</source>
        <comment>engine</comment>
        <translation>Corrija su título AE; las mayúsculas cuentan.</translation>
    </message>
    <message>
        <source>Correct the file, or move it away.</source>
        <comment>engine</comment>
        <translation>Corrija el archivo, o muévalo a otro lugar.</translation>
    </message>
    <message>
        <source>Correct the file, then start the desk again.</source>
        <comment>engine</comment>
        <translation>Corrija el archivo e inicie de nuevo el puesto.</translation>
    </message>
    <message>
        <source>Cosines of all parameters, {low} to {high}, stretched to 0 to 1.</source>
        <translation>Cosenos de todos los parámetros, de {low} a {high}, estirados de 0 a 1.</translation>
    </message>
    <message>
        <source>Counts as the same patient by {agreed}.</source>
        <translation>Se considera el mismo paciente por {agreed}.</translation>
    </message>
    <message>
        <source>Ctrl+Z takes it out again.</source>
        <translation>Ctrl+Z lo quita de nuevo.</translation>
    </message>
    <message>
        <source>Cut it into several files.</source>
        <comment>engine</comment>
        <translation>Divídalo en varios archivos.</translation>
    </message>
    <message>
        <source>Cyrillic</source>
        <translation>Cirílico</translation>
    </message>
    <message>
        <source>DICOM (DIMSE)</source>
        <translation>DICOM (DIMSE)</translation>
    </message>
    <message>
        <source>DICOM structured report</source>
        <translation>Informe estructurado DICOM</translation>
    </message>
    <message>
        <source>DICOMweb</source>
        <translation>DICOMweb</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>Fecha</translation>
    </message>
    <message>
        <source>Dec</source>
        <comment>month</comment>
        <translation>dic</translation>
    </message>
    <message>
        <source>Decoding</source>
        <translation>Decodificación</translation>
    </message>
    <message>
        <source>Decoding asks for longer reports than the model&apos;s {0} tokens.</source>
        <comment>engine</comment>
        <translation>La decodificación pide informes más largos que los {0} tokens del modelo.</translation>
    </message>
    <message>
        <source>Decoding keeps {0} drafts of {1} hypotheses, which are too many.</source>
        <comment>engine</comment>
        <translation>La decodificación conserva {0} borradores de {1} hipótesis, que son demasiados.</translation>
    </message>
    <message>
        <source>Decoding the image needs more memory than it is given.</source>
        <comment>engine</comment>
        <translation>Decodificar la imagen necesita más memoria de la que se le da.</translation>
    </message>
    <message>
        <source>Decoding the image took longer than {0} seconds and was stopped.</source>
        <comment>engine</comment>
        <translation>La decodificación de la imagen duró más de {0} segundos y se detuvo.</translation>
    </message>
    <message>
        <source>Decoding was stopped.</source>
        <comment>engine</comment>
        <translation>Se detuvo la decodificación.</translation>
    </message>
    <message>
        <source>Del</source>
        <translation>Supr</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>Descripción</translation>
    </message>
    <message>
        <source>Desk</source>
        <translation>Puesto</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Dispositivo</translation>
    </message>
    <message>
        <source>Do not unpack it; ask who sent it.</source>
        <comment>engine</comment>
        <translation>No lo descomprima; pregunte a quien lo envió.</translation>
    </message>
    <message>
        <source>Document frequencies of format {0} are unknown here.</source>
        <comment>engine</comment>
        <translation>Aquí no se conocen frecuencias de documentos de formato {0}.</translation>
    </message>
    <message>
        <source>Doe, Jane</source>
        <translation>Pérez, Ana</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Listo</translation>
    </message>
    <message>
        <source>Doubt</source>
        <translation>Duda</translation>
    </message>
    <message>
        <source>Draft {0} reached the length limit and may lack an end.</source>
        <comment>engine</comment>
        <translation>El borrador {0} llegó al límite de longitud y puede faltarle el final.</translation>
    </message>
    <message>
        <source>Draft {letter} replaced the report.</source>
        <translation>El borrador {letter} sustituyó al informe.</translation>
    </message>
    <message>
        <source>Drafts</source>
        <translation>Borradores</translation>
    </message>
    <message>
        <source>Drafts and votes</source>
        <translation>Borradores y votos</translation>
    </message>
    <message>
        <source>Drafts appear as each expert ends.</source>
        <translation>Los borradores aparecen a medida que termina cada experto.</translation>
    </message>
    <message>
        <source>Drafts are ready: {summary}.</source>
        <translation>Los borradores están listos: {summary}.</translation>
    </message>
    <message>
        <source>Drafts that are here stay; Read again asks the chosen models.</source>
        <translation>Los borradores que ya están se quedan; «Leer de nuevo» pregunta a los modelos elegidos.</translation>
    </message>
    <message>
        <source>Drafts {0} reached the length limit and may lack an end.</source>
        <comment>engine</comment>
        <translation>Los borradores {0} llegaron al límite de longitud y puede faltarles el final.</translation>
    </message>
    <message>
        <source>Draw it larger.</source>
        <translation>Dibújela más grande.</translation>
    </message>
    <message>
        <source>Each card is the draft of one expert. The number is its vote: how like it is to the other drafts. That is agreement, not truth.</source>
        <translation>Cada ficha es el borrador de un experto. El número es su voto: cuánto se parece a los otros borradores. Eso es acuerdo, no verdad.</translation>
    </message>
    <message>
        <source>Edema</source>
        <comment>finding</comment>
        <translation>Edema</translation>
    </message>
    <message>
        <source>Edit the report</source>
        <translation>Editar el informe</translation>
    </message>
    <message>
        <source>Edit the report, or sign it first.</source>
        <comment>engine</comment>
        <translation>Edite el informe o fírmelo primero.</translation>
    </message>
    <message>
        <source>Ellipse</source>
        <translation>Elipse</translation>
    </message>
    <message>
        <source>Empty the fields</source>
        <translation>Vaciar los campos</translation>
    </message>
    <message>
        <source>Encrypted (TLS)</source>
        <translation>Cifrado (TLS)</translation>
    </message>
    <message>
        <source>Enlarged Cardiomediastinum</source>
        <comment>finding</comment>
        <translation>Mediastino ensanchado</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Intro</translation>
    </message>
    <message>
        <source>Enter it again, or set the environment variable {0}.</source>
        <comment>engine</comment>
        <translation>Introdúzcala de nuevo, o defina la variable de entorno {0}.</translation>
    </message>
    <message>
        <source>Enter it again.</source>
        <comment>engine</comment>
        <translation>Introdúzcalo de nuevo.</translation>
    </message>
    <message>
        <source>Enter takes it, Tab goes on, Esc closes.</source>
        <translation>Intro lo acepta, Tab avanza, Esc cierra.</translation>
    </message>
    <message>
        <source>Enter takes it; an empty line leaves the field out. Tab goes on, Esc closes.</source>
        <translation>Intro lo acepta; una línea vacía omite el campo. Tab avanza, Esc cierra.</translation>
    </message>
    <message>
        <source>Esc always leads out of whatever is going on, so it can be relied on.</source>
        <translation>Esc siempre saca de lo que esté en curso; se puede confiar en ello.</translation>
    </message>
    <message>
        <source>Esc stops it.</source>
        <translation>Esc lo detiene.</translation>
    </message>
    <message>
        <source>Every text field of the system undoes and redoes with these keys.</source>
        <translation>Todo campo de texto del sistema deshace y rehace con estas teclas.</translation>
    </message>
    <message>
        <source>Everything of the last 7 days</source>
        <translation>Todo lo de los últimos 7 días</translation>
    </message>
    <message>
        <source>Everything of today</source>
        <translation>Todo lo de hoy</translation>
    </message>
    <message>
        <source>Exam questions, with and without a model</source>
        <translation>Preguntas de examen, con modelo y sin él</translation>
    </message>
    <message>
        <source>Exam: answers at the end</source>
        <translation>Examen: las respuestas al final</translation>
    </message>
    <message>
        <source>Expected are JSON lines or a JSON file of MedQA, HEAD-QA, NLPEC, MedMCQA, MMLU or PubMedQA, a CSV table with the columns question, A, B, ... and key, or a TOML file of the primer.</source>
        <comment>engine</comment>
        <translation>Se esperan líneas JSON o un archivo JSON de MedQA, HEAD-QA, NLPEC, MedMCQA, MMLU o PubMedQA, una tabla CSV con las columnas question, A, B, ... y key, o un archivo TOML del manual.</translation>
    </message>
    <message>
        <source>Expert</source>
        <translation>Experto</translation>
    </message>
    <message>
        <source>Expert {letter}</source>
        <translation>Experto {letter}</translation>
    </message>
    <message>
        <source>Expert {letter} was asked mostly about: {topics}</source>
        <translation>Al experto {letter} se le preguntó sobre todo por: {topics}</translation>
    </message>
    <message>
        <source>Experts look at the films</source>
        <comment>engine</comment>
        <translation>Los expertos miran las radiografías</translation>
    </message>
    <message>
        <source>Experts write their drafts</source>
        <comment>engine</comment>
        <translation>Los expertos escriben sus borradores</translation>
    </message>
    <message>
        <source>Export all reviews: {format}</source>
        <translation>Exportar todas las revisiones: {format}</translation>
    </message>
    <message>
        <source>Export all reviews: {format}…</source>
        <translation>Exportar todas las revisiones: {format}…</translation>
    </message>
    <message>
        <source>Export answers as CSV</source>
        <translation>Exportar las respuestas como CSV</translation>
    </message>
    <message>
        <source>Export as CSV…</source>
        <translation>Exportar como CSV…</translation>
    </message>
    <message>
        <source>Export it again, or copy it again.</source>
        <comment>engine</comment>
        <translation>Expórtelo o cópielo de nuevo.</translation>
    </message>
    <message>
        <source>Export it again.</source>
        <comment>engine</comment>
        <translation>Expórtelo de nuevo.</translation>
    </message>
    <message>
        <source>Export it as PDF instead.</source>
        <comment>engine</comment>
        <translation>Expórtelo como PDF.</translation>
    </message>
    <message>
        <source>Export it with what is missing, or choose another bundle or runtime.</source>
        <comment>engine</comment>
        <translation>Expórtelo con lo que falta, o elija otro paquete o entorno de ejecución.</translation>
    </message>
    <message>
        <source>Export or copy the bundle again.</source>
        <comment>engine</comment>
        <translation>Exporte o copie el paquete de nuevo.</translation>
    </message>
    <message>
        <source>Export the bundle again.</source>
        <comment>engine</comment>
        <translation>Exporte el paquete de nuevo.</translation>
    </message>
    <message>
        <source>Export the weights as safetensors or ONNX and remove it.</source>
        <comment>engine</comment>
        <translation>Exporte los pesos como safetensors u ONNX y quítelo.</translation>
    </message>
    <message>
        <source>Export: {format}</source>
        <translation>Exportar: {format}</translation>
    </message>
    <message>
        <source>Export: {format}…</source>
        <translation>Exportar: {format}…</translation>
    </message>
    <message>
        <source>Extract this image&apos;s features again.</source>
        <comment>engine</comment>
        <translation>Extraiga de nuevo las características de esta imagen.</translation>
    </message>
    <message>
        <source>FHIR DiagnosticReport</source>
        <translation>DiagnosticReport de FHIR</translation>
    </message>
    <message>
        <source>FINDINGS</source>
        <translation>HALLAZGOS</translation>
    </message>
    <message>
        <source>FROM THIS PARAGRAPH</source>
        <translation>DE ESTE PÁRRAFO</translation>
    </message>
    <message>
        <source>Familiarity was learned with another model.</source>
        <comment>engine</comment>
        <translation>La familiaridad se aprendió con otro modelo.</translation>
    </message>
    <message>
        <source>Feb</source>
        <comment>month</comment>
        <translation>feb</translation>
    </message>
    <message>
        <source>Files…</source>
        <translation>Archivos…</translation>
    </message>
    <message>
        <source>Fill in a field or choose a time; * as a name asks for everything.</source>
        <translation>Rellene un campo o elija un tiempo; * como nombre pide todo.</translation>
    </message>
    <message>
        <source>Fill in what you know and press Enter. Nothing is asked before that.</source>
        <translation>Rellene lo que sepa y pulse Intro. Antes de eso no se pregunta nada.</translation>
    </message>
    <message>
        <source>Fill it in or remove it, then sign.</source>
        <comment>engine</comment>
        <translation>Rellénelo o quítelo y después firme.</translation>
    </message>
    <message>
        <source>Fill it in or remove it.</source>
        <translation>Rellénelo o quítelo.</translation>
    </message>
    <message>
        <source>Fill it in.</source>
        <comment>engine</comment>
        <translation>Rellénelo.</translation>
    </message>
    <message>
        <source>Films</source>
        <translation>Radiografías</translation>
    </message>
    <message>
        <source>Films alone</source>
        <translation>Solo radiografías</translation>
    </message>
    <message>
        <source>Films and panels</source>
        <translation>Radiografías y paneles</translation>
    </message>
    <message>
        <source>Films and report without the patient</source>
        <translation>Radiografías e informe sin el paciente</translation>
    </message>
    <message>
        <source>Films are decoded once for training</source>
        <comment>engine</comment>
        <translation>Las radiografías se decodifican una vez para el entrenamiento</translation>
    </message>
    <message>
        <source>Films are opened</source>
        <comment>engine</comment>
        <translation>Abriendo las radiografías</translation>
    </message>
    <message>
        <source>Films can be read meanwhile; drafts follow.</source>
        <translation>Mientras tanto se pueden ver las radiografías; los borradores llegan después.</translation>
    </message>
    <message>
        <source>Films in a window of their own</source>
        <translation>Radiografías en su propia ventana</translation>
    </message>
    <message>
        <source>Films into this window again</source>
        <translation>Radiografías de nuevo en esta ventana</translation>
    </message>
    <message>
        <source>Finish</source>
        <translation>Terminar</translation>
    </message>
    <message>
        <source>Finished drafts stay below, without a vote.</source>
        <translation>Los borradores terminados quedan abajo, sin voto.</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>Ajustar</translation>
    </message>
    <message>
        <source>Flag</source>
        <translation>Marcar</translation>
    </message>
    <message>
        <source>Fold the panel</source>
        <translation>Plegar el panel</translation>
    </message>
    <message>
        <source>Fold the worklist</source>
        <translation>Plegar la lista de trabajo</translation>
    </message>
    <message>
        <source>Folder…</source>
        <translation>Carpeta…</translation>
    </message>
    <message>
        <source>Fracture</source>
        <comment>finding</comment>
        <translation>Fractura</translation>
    </message>
    <message>
        <source>Frame of the film</source>
        <translation>Imagen de la radiografía</translation>
    </message>
    <message>
        <source>Frame {number} of {count}</source>
        <translation>Imagen {number} de {count}</translation>
    </message>
    <message>
        <source>Free some memory.</source>
        <comment>engine</comment>
        <translation>Libere memoria.</translation>
    </message>
    <message>
        <source>Free some room and retrieve the study again.</source>
        <comment>engine</comment>
        <translation>Libere espacio y recupere el estudio de nuevo.</translation>
    </message>
    <message>
        <source>Free some space or choose another folder.</source>
        <comment>engine</comment>
        <translation>Libere espacio o elija otra carpeta.</translation>
    </message>
    <message>
        <source>Free some space.</source>
        <comment>engine</comment>
        <translation>Libere espacio.</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Desde</translation>
    </message>
    <message>
        <source>From AI drafts, edited</source>
        <translation>De IA, editado</translation>
    </message>
    <message>
        <source>From now on {models} read.</source>
        <translation>Desde ahora: {models}.</translation>
    </message>
    <message>
        <source>Give a folder, or an address like postgresql+psycopg://user@host/name with its driver installed.</source>
        <comment>engine</comment>
        <translation>Indique una carpeta, o una dirección como postgresql+psycopg://user@host/name con su controlador instalado.</translation>
    </message>
    <message>
        <source>Give it</source>
        <translation>Asignar</translation>
    </message>
    <message>
        <source>Give it to {command} instead?</source>
        <translation>¿Asignarla a {command} en su lugar?</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>Continuar</translation>
    </message>
    <message>
        <source>Greek</source>
        <translation>Griego</translation>
    </message>
    <message>
        <source>Heart ratio</source>
        <translation>Índice cardiaco</translation>
    </message>
    <message>
        <source>Heart ratio: drag over the widest heart, then over the widest thorax inside the ribs</source>
        <translation>Índice cardiaco: arrastre sobre el corazón más ancho y después sobre el tórax más ancho por dentro de las costillas</translation>
    </message>
    <message>
        <source>Hebrew</source>
        <translation>Hebreo</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Ayuda</translation>
    </message>
    <message>
        <source>Help, keys, tour, size of text, language</source>
        <translation>Ayuda, teclas, recorrido, tamaño del texto, idioma</translation>
    </message>
    <message>
        <source>Here</source>
        <translation>Aquí</translation>
    </message>
    <message>
        <source>Here all drafts stand side by side, and contradictions are marked{key}.</source>
        <translation>Aquí están todos los borradores lado a lado, con las contradicciones marcadas{key}.</translation>
    </message>
    <message>
        <source>High Bit is missing or impossible; {0} is used.</source>
        <comment>engine</comment>
        <translation>High Bit falta o es imposible; se usa {0}.</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>Servidor</translation>
    </message>
    <message>
        <source>How alike the experts are</source>
        <translation>Cuánto se parecen los expertos</translation>
    </message>
    <message>
        <source>I have reviewed and approve this report.</source>
        <comment>meaning of a signature</comment>
        <translation>He revisado y apruebo este informe.</translation>
    </message>
    <message>
        <source>I have seen the films and this is my report.</source>
        <comment>meaning of a signature</comment>
        <translation>He visto las radiografías y este es mi informe.</translation>
    </message>
    <message>
        <source>ID</source>
        <translation>ID</translation>
    </message>
    <message>
        <source>Image of the question: {name}</source>
        <translation>Imagen de la pregunta: {name}</translation>
    </message>
    <message>
        <source>Images</source>
        <translation>Imágenes</translation>
    </message>
    <message>
        <source>Images of photometric interpretation {0} with {1} samples are not supported.</source>
        <comment>engine</comment>
        <translation>No se admiten imágenes de interpretación fotométrica {0} con {1} muestras.</translation>
    </message>
    <message>
        <source>Images with {0} samples a pixel are not supported.</source>
        <comment>engine</comment>
        <translation>No se admiten imágenes con {0} muestras por píxel.</translation>
    </message>
    <message>
        <source>Import question sets</source>
        <translation>Importar conjuntos de preguntas</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>Importar…</translation>
    </message>
    <message>
        <source>In your language: {statement}</source>
        <translation>En su idioma: {statement}</translation>
    </message>
    <message>
        <source>Insert a template</source>
        <translation>Insertar una plantilla</translation>
    </message>
    <message>
        <source>Insert measurement</source>
        <translation>Insertar medida</translation>
    </message>
    <message>
        <source>Insert measurement into the report</source>
        <translation>Insertar la medida en el informe</translation>
    </message>
    <message>
        <source>Install Consilium again.</source>
        <comment>engine</comment>
        <translation>Instale Consilium de nuevo.</translation>
    </message>
    <message>
        <source>Install a font such as DejaVu or Noto.</source>
        <comment>engine</comment>
        <translation>Instale una fuente como DejaVu o Noto.</translation>
    </message>
    <message>
        <source>Invert</source>
        <translation>Invertir</translation>
    </message>
    <message>
        <source>Inverted because Presentation LUT Shape is INVERSE.</source>
        <comment>engine</comment>
        <translation>Invertida porque Presentation LUT Shape es INVERSE.</translation>
    </message>
    <message>
        <source>It begins.</source>
        <translation>Empieza.</translation>
    </message>
    <message>
        <source>It counts as better.</source>
        <translation>Cuenta como mejor.</translation>
    </message>
    <message>
        <source>It has arrived, but cannot be opened: {reason}</source>
        <translation>Ha llegado, pero no se puede abrir: {reason}</translation>
    </message>
    <message>
        <source>It has digits and dots.</source>
        <comment>engine</comment>
        <translation>Se compone de cifras y puntos.</translation>
    </message>
    <message>
        <source>It has format {0}, not {1}.</source>
        <comment>engine</comment>
        <translation>Tiene el formato {0}, no {1}.</translation>
    </message>
    <message>
        <source>It has more than {0} million characters.</source>
        <comment>engine</comment>
        <translation>Tiene más de {0} millones de caracteres.</translation>
    </message>
    <message>
        <source>It has other numbers of options in other languages.</source>
        <comment>engine</comment>
        <translation>Tiene otro número de opciones en otros idiomas.</translation>
    </message>
    <message>
        <source>It has {0} columns, the header {1}.</source>
        <comment>engine</comment>
        <translation>Tiene {0} columnas; la cabecera, {1}.</translation>
    </message>
    <message>
        <source>It has {0} files; {1} can be read.</source>
        <comment>engine</comment>
        <translation>Tiene {0} archivos; se pueden leer {1}.</translation>
    </message>
    <message>
        <source>It has {0} options; {1} to {2} can be asked.</source>
        <comment>engine</comment>
        <translation>Tiene {0} opciones; se pueden preguntar de {1} a {2}.</translation>
    </message>
    <message>
        <source>It holds values that cannot be.</source>
        <comment>engine</comment>
        <translation>Contiene valores imposibles.</translation>
    </message>
    <message>
        <source>It holds {0}, but the manifest names {1}.</source>
        <comment>engine</comment>
        <translation>Contiene {0}, pero el manifiesto nombra {1}.</translation>
    </message>
    <message>
        <source>It is identical to &quot;{0}&quot;.</source>
        <comment>engine</comment>
        <translation>Es idéntico a «{0}».</translation>
    </message>
    <message>
        <source>It is in no language: en, es, ... is missing.</source>
        <comment>engine</comment>
        <translation>No está en ningún idioma: falta en, es, ...</translation>
    </message>
    <message>
        <source>It is listed in &quot;{0}&quot;, but it is not there.</source>
        <comment>engine</comment>
        <translation>Figura en «{0}», pero no está.</translation>
    </message>
    <message>
        <source>It is no earlier study of the same patient.</source>
        <translation>No es un estudio anterior del mismo paciente.</translation>
    </message>
    <message>
        <source>It is not an object with members.</source>
        <comment>engine</comment>
        <translation>No es un objeto con miembros.</translation>
    </message>
    <message>
        <source>It is not earlier.</source>
        <translation>No es anterior.</translation>
    </message>
    <message>
        <source>It is not like the rows before it ({0}).</source>
        <comment>engine</comment>
        <translation>No es como las filas anteriores ({0}).</translation>
    </message>
    <message>
        <source>It is not shown to be better; it replaces nothing.</source>
        <translation>No está demostrado que sea mejor; no sustituye nada.</translation>
    </message>
    <message>
        <source>It is packed by a method that is not read here.</source>
        <comment>engine</comment>
        <translation>Está comprimido con un método que aquí no se lee.</translation>
    </message>
    <message>
        <source>It is signed there and takes no other text; copy yours if you need it.</source>
        <translation>Allí está firmado y no admite otro texto; copie el suyo si lo necesita.</translation>
    </message>
    <message>
        <source>It looks like https://archive.example/dicom-web.</source>
        <comment>engine</comment>
        <translation>Tiene esta forma: https://archive.example/dicom-web.</translation>
    </message>
    <message>
        <source>It may want a certificate of ours, or another one.</source>
        <comment>engine</comment>
        <translation>Puede que exija un certificado nuestro, u otro.</translation>
    </message>
    <message>
        <source>It names the same study as &quot;{0}&quot; but another patient.</source>
        <comment>engine</comment>
        <translation>Nombra el mismo estudio que «{0}» pero otro paciente.</translation>
    </message>
    <message>
        <source>It says that text is burned into its pixels.</source>
        <comment>engine</comment>
        <translation>Dice que hay texto grabado en sus píxeles.</translation>
    </message>
    <message>
        <source>It was not added again.</source>
        <translation>No se añadió otra vez.</translation>
    </message>
    <message>
        <source>Its AE title</source>
        <translation>Su AE title</translation>
    </message>
    <message>
        <source>Its arrays do not fit together.</source>
        <comment>engine</comment>
        <translation>Sus matrices no encajan entre sí.</translation>
    </message>
    <message>
        <source>Its decoding defaults cannot be used.</source>
        <comment>engine</comment>
        <translation>Sus valores de decodificación no se pueden usar.</translation>
    </message>
    <message>
        <source>Its films were removed from the cache. Retrieve them again from the archive.</source>
        <translation>Sus radiografías se quitaron de la caché. Recupérelas otra vez del archivo de imágenes.</translation>
    </message>
    <message>
        <source>Its head says how it is written.</source>
        <comment>engine</comment>
        <translation>Su encabezado dice cómo se escribe.</translation>
    </message>
    <message>
        <source>Its key</source>
        <translation>Su clave</translation>
    </message>
    <message>
        <source>Its topics are those of other experts.</source>
        <comment>engine</comment>
        <translation>Sus temas son los de otros expertos.</translation>
    </message>
    <message>
        <source>JSON lines, with every verdict</source>
        <translation>líneas JSON, con cada veredicto</translation>
    </message>
    <message>
        <source>Jan</source>
        <comment>month</comment>
        <translation>ene</translation>
    </message>
    <message>
        <source>Japanese</source>
        <translation>Japonés</translation>
    </message>
    <message>
        <source>Jul</source>
        <comment>month</comment>
        <translation>jul</translation>
    </message>
    <message>
        <source>Jun</source>
        <comment>month</comment>
        <translation>jun</translation>
    </message>
    <message>
        <source>Keep my text</source>
        <translation>Conservar mi texto</translation>
    </message>
    <message>
        <source>Keep the stored text</source>
        <translation>Conservar el texto guardado</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Teclas</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Clase</translation>
    </message>
    <message>
        <source>Known by name: {0}.</source>
        <comment>engine</comment>
        <translation>Conocidos por su nombre: {0}.</translation>
    </message>
    <message>
        <source>Known length</source>
        <translation>Longitud conocida</translation>
    </message>
    <message>
        <source>Korean</source>
        <translation>Coreano</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Idioma (Language)</translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation>Texto más grande</translation>
    </message>
    <message>
        <source>Lay the stored text beside yours, and keep one</source>
        <translation>Poner el texto guardado junto al suyo y conservar uno</translation>
    </message>
    <message>
        <source>Leave</source>
        <translation>Salir</translation>
    </message>
    <message>
        <source>Leave it</source>
        <translation>Dejarla</translation>
    </message>
    <message>
        <source>Leave it out or copy it again.</source>
        <comment>engine</comment>
        <translation>Omítala o cópiela de nuevo.</translation>
    </message>
    <message>
        <source>Leave out word maps or use smaller grids.</source>
        <comment>engine</comment>
        <translation>Omita los mapas de palabras o use rejillas más pequeñas.</translation>
    </message>
    <message>
        <source>Leave the sitting and open it again.</source>
        <comment>engine</comment>
        <translation>Deje la sesión y ábrala de nuevo.</translation>
    </message>
    <message>
        <source>Leave this film out.</source>
        <comment>engine</comment>
        <translation>Omita esta radiografía.</translation>
    </message>
    <message>
        <source>Left out: {count} {reason}.</source>
        <translation>Quedan fuera: {count} {reason}.</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Longitud</translation>
    </message>
    <message>
        <source>Line {0} is not UTF-8 text.</source>
        <comment>engine</comment>
        <translation>La línea {0} no es texto UTF-8.</translation>
    </message>
    <message>
        <source>Link films</source>
        <translation>Vincular radiografías</translation>
    </message>
    <message>
        <source>Link window, zoom and pan</source>
        <translation>Vincular ventana, zoom y desplazamiento</translation>
    </message>
    <message>
        <source>Link window, zoom and pan with the prior</source>
        <translation>Vincular ventana, zoom y desplazamiento con el previo</translation>
    </message>
    <message>
        <source>Log-likelihood of the text: {nats} nats.</source>
        <translation>Log-verosimilitud del texto: {nats} nats.</translation>
    </message>
    <message>
        <source>Look at it again.</source>
        <translation>Vuelva a revisarlo.</translation>
    </message>
    <message>
        <source>Look at the disk and the folder&apos;s rights.</source>
        <translation>Compruebe el disco y los permisos de la carpeta.</translation>
    </message>
    <message>
        <source>Look at the report again.</source>
        <comment>engine</comment>
        <translation>Vuelva a revisar el informe.</translation>
    </message>
    <message>
        <source>Look at them first. Drag with the right button for the window, turn the wheel to zoom; a double click fits.</source>
        <translation>Mírelas primero. Arrastre con el botón derecho para la ventana, gire la rueda para el zoom; un doble clic ajusta.</translation>
    </message>
    <message>
        <source>Look at {0}.</source>
        <comment>engine</comment>
        <translation>Revise {0}.</translation>
    </message>
    <message>
        <source>Look for {0}.</source>
        <comment>engine</comment>
        <translation>Busque {0}.</translation>
    </message>
    <message>
        <source>Look it over and sign</source>
        <translation>Revisar y firmar</translation>
    </message>
    <message>
        <source>Lung Lesion</source>
        <comment>finding</comment>
        <translation>Lesión pulmonar</translation>
    </message>
    <message>
        <source>Lung Opacity</source>
        <comment>finding</comment>
        <translation>Opacidad pulmonar</translation>
    </message>
    <message>
        <source>MISSED QUESTIONS</source>
        <translation>PREGUNTAS FALLADAS</translation>
    </message>
    <message>
        <source>MODEL</source>
        <translation>MODELO</translation>
    </message>
    <message>
        <source>MONOCHROME1 contradicts Presentation LUT Shape IDENTITY; shown as MONOCHROME1.</source>
        <comment>engine</comment>
        <translation>MONOCHROME1 contradice Presentation LUT Shape IDENTITY; se muestra como MONOCHROME1.</translation>
    </message>
    <message>
        <source>Macro</source>
        <translation>Macro</translation>
    </message>
    <message>
        <source>Macros</source>
        <translation>Macros</translation>
    </message>
    <message>
        <source>Made</source>
        <translation>Creado</translation>
    </message>
    <message>
        <source>Magnifier</source>
        <translation>Lupa</translation>
    </message>
    <message>
        <source>Magnifier, {zoom}:1</source>
        <translation>Lupa, {zoom}:1</translation>
    </message>
    <message>
        <source>Main archive</source>
        <translation>PACS principal</translation>
    </message>
    <message>
        <source>Make preliminary</source>
        <translation>Marcar como preliminar</translation>
    </message>
    <message>
        <source>Make room on the disk and export again.</source>
        <comment>engine</comment>
        <translation>Libere espacio en el disco y exporte de nuevo.</translation>
    </message>
    <message>
        <source>Mar</source>
        <comment>month</comment>
        <translation>mar</translation>
    </message>
    <message>
        <source>May</source>
        <comment>month</comment>
        <translation>may</translation>
    </message>
    <message>
        <source>Mean gate</source>
        <translation>Puerta media</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>Significado</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>Medir</translation>
    </message>
    <message>
        <source>Measure on the study of this report.</source>
        <translation>Mida en el estudio de este informe.</translation>
    </message>
    <message>
        <source>Measure, probe and magnify</source>
        <translation>Medir, leer píxeles y ampliar</translation>
    </message>
    <message>
        <source>Median time</source>
        <translation>Tiempo mediano</translation>
    </message>
    <message>
        <source>Minutes (0: no limit)</source>
        <translation>Minutos (0: sin límite)</translation>
    </message>
    <message>
        <source>Missed questions</source>
        <translation>Preguntas falladas</translation>
    </message>
    <message>
        <source>Modality</source>
        <translation>Modalidad</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modelo</translation>
    </message>
    <message>
        <source>Models that read</source>
        <translation>Modelos que leen</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Más</translation>
    </message>
    <message>
        <source>More: how the overlay is drawn, annotations, shutter, prior, a window for the films</source>
        <translation>Más: cómo se dibuja la superposición, anotaciones, obturador, previo, una ventana para las radiografías</translation>
    </message>
    <message>
        <source>Most of them in</source>
        <translation>La mayoría en</translation>
    </message>
    <message>
        <source>Mouse</source>
        <translation>Ratón</translation>
    </message>
    <message>
        <source>Move the file away and put a backup in its place; copies named .bak lie beside it.</source>
        <comment>engine</comment>
        <translation>Aparte el archivo y ponga una copia de seguridad en su lugar; las copias .bak están a su lado.</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nombre</translation>
    </message>
    <message>
        <source>Name a file of questions.</source>
        <comment>engine</comment>
        <translation>Indique un archivo de preguntas.</translation>
    </message>
    <message>
        <source>Name a folder of paragraphs.</source>
        <comment>engine</comment>
        <translation>Indique una carpeta de párrafos.</translation>
    </message>
    <message>
        <source>Name a smaller folder.</source>
        <comment>engine</comment>
        <translation>Indique una carpeta más pequeña.</translation>
    </message>
    <message>
        <source>Name another.</source>
        <comment>engine</comment>
        <translation>Indique otro.</translation>
    </message>
    <message>
        <source>Name the authority that signed it, or ask who runs the archive.</source>
        <comment>engine</comment>
        <translation>Indique la autoridad que lo firmó, o pregunte a quien administra el archivo de imágenes.</translation>
    </message>
    <message>
        <source>Name the primer&apos;s folder.</source>
        <comment>engine</comment>
        <translation>Indique la carpeta del manual.</translation>
    </message>
    <message>
        <source>Name the user, and keep the password apart.</source>
        <comment>engine</comment>
        <translation>Indique el usuario y guarde la contraseña aparte.</translation>
    </message>
    <message>
        <source>Name, id, date, description or accession number</source>
        <translation>Nombre, identificador, fecha, descripción o número de acceso</translation>
    </message>
    <message>
        <source>Names in files without a character set</source>
        <translation>Nombres en archivos sin juego de caracteres</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Siguiente</translation>
    </message>
    <message>
        <source>Next draft</source>
        <translation>Borrador siguiente</translation>
    </message>
    <message>
        <source>Next frame</source>
        <translation>Imagen siguiente</translation>
    </message>
    <message>
        <source>Next measurement</source>
        <translation>Medida siguiente</translation>
    </message>
    <message>
        <source>Next question</source>
        <translation>Pregunta siguiente</translation>
    </message>
    <message>
        <source>Next sentence</source>
        <translation>Frase siguiente</translation>
    </message>
    <message>
        <source>Next study</source>
        <translation>Estudio siguiente</translation>
    </message>
    <message>
        <source>No Finding</source>
        <comment>finding</comment>
        <translation>Sin hallazgos</translation>
    </message>
    <message>
        <source>No archive is chosen.</source>
        <translation>No hay ningún archivo de imágenes elegido.</translation>
    </message>
    <message>
        <source>No archive yet</source>
        <translation>Aún no hay ningún PACS</translation>
    </message>
    <message>
        <source>No bundle is installed; train or copy one.</source>
        <comment>engine</comment>
        <translation>No hay ningún paquete instalado; entrene o copie uno.</translation>
    </message>
    <message>
        <source>No bundle was replaced here.</source>
        <comment>engine</comment>
        <translation>Aquí no se ha sustituido ningún modelo.</translation>
    </message>
    <message>
        <source>No drafts to compare yet.</source>
        <translation>Aún no hay borradores que comparar.</translation>
    </message>
    <message>
        <source>No earlier study of this patient is on the worklist.</source>
        <translation>No hay ningún estudio anterior de este paciente en la lista de trabajo.</translation>
    </message>
    <message>
        <source>No encrypted connection was agreed on.</source>
        <comment>engine</comment>
        <translation>No se acordó una conexión cifrada.</translation>
    </message>
    <message>
        <source>No expert had finished.</source>
        <translation>Ningún experto había terminado.</translation>
    </message>
    <message>
        <source>No font on this machine has these characters: {0}. They are printed as boxes.</source>
        <comment>engine</comment>
        <translation>Ninguna fuente de este equipo tiene estos caracteres: {0}. Se imprimen como recuadros.</translation>
    </message>
    <message>
        <source>No machine &quot;{0}&quot; is known.</source>
        <comment>engine</comment>
        <translation>No se conoce ningún equipo «{0}».</translation>
    </message>
    <message>
        <source>No map lies over it.</source>
        <translation>No tiene ningún mapa superpuesto.</translation>
    </message>
    <message>
        <source>No missed questions.</source>
        <translation>Ninguna pregunta fallada.</translation>
    </message>
    <message>
        <source>No model here. You can still write and keep reviews; a panel made elsewhere can be opened.</source>
        <translation>Aquí no hay modelo. Puede escribir y guardar revisiones igualmente; se puede abrir un panel hecho en otro lugar.</translation>
    </message>
    <message>
        <source>No model that answers questions is installed; the questions do not need one.</source>
        <translation>No hay instalado ningún modelo que responda preguntas; las preguntas no lo necesitan.</translation>
    </message>
    <message>
        <source>No paragraph was found here.</source>
        <comment>engine</comment>
        <translation>Aquí no se encontró ningún párrafo.</translation>
    </message>
    <message>
        <source>No password</source>
        <translation>Sin contraseña</translation>
    </message>
    <message>
        <source>No process can be started.</source>
        <comment>engine</comment>
        <translation>No se puede iniciar ningún proceso.</translation>
    </message>
    <message>
        <source>No question that was answered has a key, so there is no score.</source>
        <translation>Ninguna pregunta respondida tiene clave, así que no hay puntuación.</translation>
    </message>
    <message>
        <source>No retrieved study lies on this disk.</source>
        <translation>En este disco no hay ningún estudio recuperado.</translation>
    </message>
    <message>
        <source>No row has a cop of 0 or 4: cop was taken as counted from 1, as MedMCQA&apos;s authors do.</source>
        <comment>engine</comment>
        <translation>Ninguna fila tiene un cop de 0 o 4: se tomó cop contado desde 1, como hacen los autores de MedMCQA.</translation>
    </message>
    <message>
        <source>No sets yet. Import a file, or start with the primer.</source>
        <translation>Aún no hay conjuntos. Importe un archivo o empiece con el manual básico.</translation>
    </message>
    <message>
        <source>No study had arrived.</source>
        <translation>No había llegado ningún estudio.</translation>
    </message>
    <message>
        <source>No study here. Drop files or a folder anywhere, or use Open.</source>
        <translation>Aquí no hay estudios. Suelte archivos o una carpeta en cualquier lugar, o use Abrir.</translation>
    </message>
    <message>
        <source>No study is open.</source>
        <translation>No hay ningún estudio abierto.</translation>
    </message>
    <message>
        <source>No study is open. Drop a file or a folder here.</source>
        <translation>No hay ningún estudio abierto. Suelte aquí un archivo o una carpeta.</translation>
    </message>
    <message>
        <source>No study matches</source>
        <translation>Ningún estudio coincide</translation>
    </message>
    <message>
        <source>No study matches the search. Esc clears it.</source>
        <translation>Ningún estudio coincide con la búsqueda. Esc la borra.</translation>
    </message>
    <message>
        <source>No study was opened: {reason}</source>
        <translation>No se abrió ningún estudio: {reason}</translation>
    </message>
    <message>
        <source>No study yet</source>
        <translation>Aún no hay estudio</translation>
    </message>
    <message>
        <source>No template knows the field “{0}”.</source>
        <comment>engine</comment>
        <translation>Ninguna plantilla conoce el campo «{0}».</translation>
    </message>
    <message>
        <source>No vote: there is no other draft to agree with.</source>
        <translation>Sin voto: no hay otro borrador con el que coincidir.</translation>
    </message>
    <message>
        <source>Nobody has looked for names burned into its pixels.</source>
        <comment>engine</comment>
        <translation>Nadie ha buscado nombres grabados en sus píxeles.</translation>
    </message>
    <message>
        <source>Not answered.</source>
        <translation>Sin responder.</translation>
    </message>
    <message>
        <source>Not read yet</source>
        <translation>Aún sin leer</translation>
    </message>
    <message>
        <source>Not right.</source>
        <translation>No es correcta.</translation>
    </message>
    <message>
        <source>Not said by {letters}.</source>
        <translation>No lo dicen: {letters}.</translation>
    </message>
    <message>
        <source>Not saved</source>
        <translation>Sin guardar</translation>
    </message>
    <message>
        <source>Not saved. {failure}</source>
        <translation>Sin guardar. {failure}</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Nota</translation>
    </message>
    <message>
        <source>Note to this question</source>
        <translation>Nota a esta pregunta</translation>
    </message>
    <message>
        <source>Nothing found. Try one word.</source>
        <translation>No se encontró nada. Pruebe con una palabra.</translation>
    </message>
    <message>
        <source>Nothing is undone past a signature.</source>
        <comment>engine</comment>
        <translation>No se deshace nada anterior a una firma.</translation>
    </message>
    <message>
        <source>Nothing listens there.</source>
        <comment>engine</comment>
        <translation>Allí no escucha nadie.</translation>
    </message>
    <message>
        <source>Nothing stands out. That is no proof that the report is right.</source>
        <translation>Nada llama la atención. Eso no prueba que el informe sea correcto.</translation>
    </message>
    <message>
        <source>Nothing to compare</source>
        <translation>Nada que comparar</translation>
    </message>
    <message>
        <source>Nothing was answered yet. The statistics begin with the first answer that counts.</source>
        <translation>Aún no se respondió nada. Las estadísticas empiezan con la primera respuesta que cuenta.</translation>
    </message>
    <message>
        <source>Nov</source>
        <comment>month</comment>
        <translation>nov</translation>
    </message>
    <message>
        <source>ONNX Runtime cannot use CUDA: {0}.</source>
        <comment>engine</comment>
        <translation>ONNX Runtime no puede usar CUDA: {0}.</translation>
    </message>
    <message>
        <source>ONNX Runtime {0} cannot run its ONNX files: {1}.</source>
        <comment>engine</comment>
        <translation>ONNX Runtime {0} no puede ejecutar sus archivos ONNX: {1}.</translation>
    </message>
    <message>
        <source>Oct</source>
        <comment>month</comment>
        <translation>oct</translation>
    </message>
    <message>
        <source>On its test films this model never found: {0}. That it does not name them means nothing.</source>
        <comment>engine</comment>
        <translation>En sus radiografías de prueba este modelo nunca encontró: {0}. Que no los nombre no significa nada.</translation>
    </message>
    <message>
        <source>On patients kept aside, the new bundle is better on {better} studies, worse on {worse}, same on {same}.</source>
        <translation>En pacientes reservados, el paquete nuevo es mejor en {better} estudios, peor en {worse} e igual en {same}.</translation>
    </message>
    <message>
        <source>One film is here; the model has learned from studies with a frontal and a lateral one.</source>
        <comment>engine</comment>
        <translation>Hay una sola radiografía; el modelo aprendió de estudios con una frontal y una lateral.</translation>
    </message>
    <message>
        <source>One film pixel to one screen pixel (1:1)</source>
        <translation>Un píxel de la radiografía por píxel de pantalla (1:1)</translation>
    </message>
    <message numerus="yes">
        <source>One is a draft as it came: it teaches the panel only itself.</source>
        <comment>%n are a draft as it came: they teach the panel only itself.</comment>
        <translation>
            <numerusform>%n es un borrador sin cambios: al panel solo le enseña lo suyo.</numerusform>
            <numerusform>%n son borradores sin cambios: al panel solo le enseñan lo suyo.</numerusform>
        </translation>
    </message>
    <message>
        <source>One is kept. Leave the field empty to go on with it.</source>
        <translation>Hay una guardada. Deje el campo vacío para seguir con ella.</translation>
    </message>
    <message numerus="yes">
        <source>One name, date or number is masked in what is learned.</source>
        <comment>%n names, dates or numbers are masked in what is learned.</comment>
        <translation>
            <numerusform>%n nombre, fecha o número se oculta en lo que se aprende.</numerusform>
            <numerusform>%n nombres, fechas o números se ocultan en lo que se aprende.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>One signed review can be used:</source>
        <comment>%n signed reviews can be used:</comment>
        <translation>
            <numerusform>Se puede usar %n informe firmado:</numerusform>
            <numerusform>Se pueden usar %n informes firmados:</numerusform>
        </translation>
    </message>
    <message>
        <source>One to one</source>
        <translation>Uno a uno</translation>
    </message>
    <message>
        <source>Only .txt, .md and .toml files are read.</source>
        <comment>engine</comment>
        <translation>Solo se leen archivos .txt, .md y .toml.</translation>
    </message>
    <message>
        <source>Only a database in a file is copied here.</source>
        <comment>engine</comment>
        <translation>Aquí solo se copia una base de datos en un archivo.</translation>
    </message>
    <message>
        <source>Only a signed report is sent to an archive.</source>
        <translation>A un archivo de imágenes solo se envía un informe firmado.</translation>
    </message>
    <message>
        <source>Only one draft here; a comparison needs two.</source>
        <translation>Aquí solo hay un borrador; una comparación necesita dos.</translation>
    </message>
    <message>
        <source>Opacity of the overlay</source>
        <translation>Opacidad de la superposición</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Abrir</translation>
    </message>
    <message>
        <source>Open a folder with studies</source>
        <translation>Abrir una carpeta con estudios</translation>
    </message>
    <message>
        <source>Open a study first.</source>
        <translation>Abra primero un estudio.</translation>
    </message>
    <message>
        <source>Open a study with a frontal or lateral radiograph.</source>
        <comment>engine</comment>
        <translation>Abra un estudio con una radiografía frontal o lateral.</translation>
    </message>
    <message>
        <source>Open films or a panel</source>
        <translation>Abrir radiografías o un panel</translation>
    </message>
    <message>
        <source>Open films, folders or a panel</source>
        <translation>Abrir radiografías, carpetas o un panel</translation>
    </message>
    <message>
        <source>Open it again.</source>
        <comment>engine</comment>
        <translation>Ábralo de nuevo.</translation>
    </message>
    <message>
        <source>Open it alone.</source>
        <comment>engine</comment>
        <translation>Ábralo por separado.</translation>
    </message>
    <message>
        <source>Open it alone.</source>
        <translation>Ábralo por separado.</translation>
    </message>
    <message>
        <source>Open it first.</source>
        <comment>engine</comment>
        <translation>Ábralo primero.</translation>
    </message>
    <message>
        <source>Open it with the desk once: it is brought up to date, with a backup beside it.</source>
        <comment>engine</comment>
        <translation>Ábrala una vez con el puesto: se actualiza, con una copia de seguridad a su lado.</translation>
    </message>
    <message>
        <source>Open its file first.</source>
        <translation>Abra antes su archivo.</translation>
    </message>
    <message>
        <source>Open its folder again, or retrieve it again from its archive.</source>
        <translation>Abra otra vez su carpeta o recupérelo otra vez de su archivo de imágenes.</translation>
    </message>
    <message>
        <source>Open its folder again.</source>
        <translation>Abra de nuevo su carpeta.</translation>
    </message>
    <message>
        <source>Open its folders one by one.</source>
        <comment>engine</comment>
        <translation>Abra sus carpetas una por una.</translation>
    </message>
    <message>
        <source>Open its target itself.</source>
        <comment>engine</comment>
        <translation>Abra directamente su destino.</translation>
    </message>
    <message>
        <source>Open the folder in which it lies.</source>
        <comment>engine</comment>
        <translation>Abra la carpeta en que se encuentra.</translation>
    </message>
    <message>
        <source>Open the folder that holds them.</source>
        <comment>engine</comment>
        <translation>Abra la carpeta que los contiene.</translation>
    </message>
    <message>
        <source>Open the study</source>
        <translation>Abrir el estudio</translation>
    </message>
    <message>
        <source>Open the study again and repeat the change.</source>
        <comment>engine</comment>
        <translation>Abra de nuevo el estudio y repita el cambio.</translation>
    </message>
    <message>
        <source>Open the study again.</source>
        <comment>engine</comment>
        <translation>Abra de nuevo el estudio.</translation>
    </message>
    <message>
        <source>Open the study first.</source>
        <translation>Abra primero el estudio.</translation>
    </message>
    <message>
        <source>Opening files</source>
        <comment>engine</comment>
        <translation>Abriendo archivos</translation>
    </message>
    <message>
        <source>Opening files</source>
        <translation>Abriendo archivos</translation>
    </message>
    <message>
        <source>Option A</source>
        <translation>Opción A</translation>
    </message>
    <message>
        <source>Option B</source>
        <translation>Opción B</translation>
    </message>
    <message>
        <source>Option C</source>
        <translation>Opción C</translation>
    </message>
    <message>
        <source>Option D</source>
        <translation>Opción D</translation>
    </message>
    <message>
        <source>Option E</source>
        <translation>Opción E</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>Opciones</translation>
    </message>
    <message>
        <source>Other comparison</source>
        <translation>Otra comparación</translation>
    </message>
    <message>
        <source>Others may see it as preliminary; it can still be edited.</source>
        <translation>Otros pueden verlo como preliminar; aún se puede editar.</translation>
    </message>
    <message>
        <source>Others on this machine could read the desk&apos;s data; now only you can.</source>
        <translation>Otros usuarios de esta máquina podían leer los datos del puesto; ahora solo puede usted.</translation>
    </message>
    <message>
        <source>Others on this machine may look into this folder, which is not the desk&apos;s alone.</source>
        <translation>Otros usuarios de esta máquina pueden mirar en esta carpeta, que no es solo del puesto.</translation>
    </message>
    <message>
        <source>Our AE title</source>
        <translation>Nuestro AE title</translation>
    </message>
    <message>
        <source>Our certificate</source>
        <translation>Nuestro certificado</translation>
    </message>
    <message>
        <source>Outlines only</source>
        <translation>Solo contornos</translation>
    </message>
    <message>
        <source>Over it lies the map: {caption}.</source>
        <translation>Tiene superpuesto el mapa: {caption}.</translation>
    </message>
    <message>
        <source>Overlay</source>
        <translation>Superposición</translation>
    </message>
    <message>
        <source>PANEL</source>
        <translation>PANEL</translation>
    </message>
    <message>
        <source>PEM files</source>
        <translation>Archivos PEM</translation>
    </message>
    <message>
        <source>PRIOR</source>
        <translation>PREVIO</translation>
    </message>
    <message>
        <source>Pan</source>
        <translation>Desplazar</translation>
    </message>
    <message>
        <source>Password</source>
        <translation>Contraseña</translation>
    </message>
    <message>
        <source>Passwords and tokens go into the keyring of this system, never into the settings or a log.</source>
        <translation>Las contraseñas y los tokens van al llavero de este sistema, nunca a los ajustes ni a un registro.</translation>
    </message>
    <message>
        <source>Patient</source>
        <translation>Paciente</translation>
    </message>
    <message>
        <source>Patient ID</source>
        <translation>ID del paciente</translation>
    </message>
    <message>
        <source>Patient&apos;s name</source>
        <translation>Nombre del paciente</translation>
    </message>
    <message>
        <source>Pixel Spacing is {0}, {1}, and the file does not say why they differ. Lengths use the first.</source>
        <comment>engine</comment>
        <translation>Pixel Spacing es {0}, {1}, y el archivo no dice por qué difieren. Las longitudes usan el primero.</translation>
    </message>
    <message>
        <source>Pixels are {0} times as high as wide, and the film is drawn so.</source>
        <comment>engine</comment>
        <translation>Los píxeles son {0} veces más altos que anchos, y así se dibuja la radiografía.</translation>
    </message>
    <message>
        <source>Pixels cannot be {0} times as high as wide. They are drawn square.</source>
        <comment>engine</comment>
        <translation>Los píxeles no pueden ser {0} veces más altos que anchos. Se dibujan cuadrados.</translation>
    </message>
    <message>
        <source>Pixels of {0} allocated bits are not supported.</source>
        <comment>engine</comment>
        <translation>No se admiten píxeles de {0} bits asignados.</translation>
    </message>
    <message>
        <source>Pleural Effusion</source>
        <comment>finding</comment>
        <translation>Derrame pleural</translation>
    </message>
    <message>
        <source>Pleural Other</source>
        <comment>finding</comment>
        <translation>Alteración pleural</translation>
    </message>
    <message>
        <source>Pneumonia</source>
        <comment>finding</comment>
        <translation>Neumonía</translation>
    </message>
    <message>
        <source>Pneumothorax</source>
        <comment>finding</comment>
        <translation>Neumotórax</translation>
    </message>
    <message>
        <source>Point at a sentence to see its map. A double click takes it.</source>
        <translation>Señale una frase para ver su mapa. Un doble clic la usa.</translation>
    </message>
    <message>
        <source>Point at a sentence: a map on the films shows where its expert looked while writing it.</source>
        <translation>Señale una frase: un mapa sobre las radiografías muestra dónde miraba su experto al escribirla.</translation>
    </message>
    <message>
        <source>Point at words or a letter for that expert&apos;s map. A double click takes the sentence.</source>
        <translation>Señale palabras o una letra para ver el mapa de ese experto. Un doble clic usa la frase.</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>Puerto</translation>
    </message>
    <message>
        <source>Port here for what it sends</source>
        <translation>Puerto aquí para lo que envía</translation>
    </message>
    <message>
        <source>Port {0}, where the archive should send to, cannot be opened.</source>
        <comment>engine</comment>
        <translation>El puerto {0}, al que el archivo de imágenes debe enviar, no se puede abrir.</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Precisión</translation>
    </message>
    <message>
        <source>Preliminary, versions, export</source>
        <translation>Preliminar, versiones, exportar</translation>
    </message>
    <message>
        <source>Presentation states</source>
        <translation>Estados de presentación</translation>
    </message>
    <message>
        <source>Press the key for {command}. Esc leaves it as it is.</source>
        <translation>Pulse la tecla para {command}. Esc la deja como está.</translation>
    </message>
    <message>
        <source>Press the key of an option to strike it out or bring it back.</source>
        <translation>Pulse la tecla de una opción para tacharla o recuperarla.</translation>
    </message>
    <message>
        <source>Press {key} for the sheet where keys can be changed.</source>
        <translation>Pulse {key} para la hoja donde se cambian las teclas.</translation>
    </message>
    <message>
        <source>Previous draft</source>
        <translation>Borrador anterior</translation>
    </message>
    <message>
        <source>Previous frame</source>
        <translation>Imagen anterior</translation>
    </message>
    <message>
        <source>Previous measurement</source>
        <translation>Medida anterior</translation>
    </message>
    <message>
        <source>Previous question</source>
        <translation>Pregunta anterior</translation>
    </message>
    <message>
        <source>Previous sentence</source>
        <translation>Frase anterior</translation>
    </message>
    <message>
        <source>Previous study</source>
        <translation>Estudio anterior</translation>
    </message>
    <message>
        <source>Primer</source>
        <translation>Manual básico</translation>
    </message>
    <message>
        <source>Print on A4</source>
        <translation>Imprimir en A4</translation>
    </message>
    <message>
        <source>Print on letter paper</source>
        <translation>Imprimir en papel carta</translation>
    </message>
    <message>
        <source>Prior</source>
        <translation>Previo</translation>
    </message>
    <message>
        <source>Prior beside the film</source>
        <translation>Previo junto a la radiografía</translation>
    </message>
    <message>
        <source>Prior: {day}, {interval}</source>
        <translation>Previo: {day}, {interval}</translation>
    </message>
    <message>
        <source>Probe</source>
        <translation>Sonda</translation>
    </message>
    <message>
        <source>Probe pixel values</source>
        <translation>Sonda de valores de píxel</translation>
    </message>
    <message>
        <source>Put .txt, .md or primer files into it.</source>
        <comment>engine</comment>
        <translation>Ponga en ella archivos .txt, .md o del manual.</translation>
    </message>
    <message>
        <source>Put a backup in the file&apos;s place.</source>
        <comment>engine</comment>
        <translation>Ponga una copia de seguridad en lugar del archivo.</translation>
    </message>
    <message>
        <source>Put a backup in the file&apos;s place; python -m app.store verify says what was altered.</source>
        <comment>engine</comment>
        <translation>Ponga una copia de seguridad en lugar del archivo; python -m app.store verify dice qué se alteró.</translation>
    </message>
    <message>
        <source>Put a bundle into resources/bundles, or start with --bundle.</source>
        <translation>Ponga un paquete en resources/bundles o inicie con --bundle.</translation>
    </message>
    <message>
        <source>Put a template or a macro into the report</source>
        <translation>Poner una plantilla o una macro en el informe</translation>
    </message>
    <message>
        <source>QUESTION SETS</source>
        <translation>CONJUNTOS</translation>
    </message>
    <message>
        <source>Question sets</source>
        <translation>Conjuntos de preguntas</translation>
    </message>
    <message>
        <source>Question {number} of {count} · {done} answered</source>
        <translation>Pregunta {number} de {count} · {done} respondidas</translation>
    </message>
    <message>
        <source>Questions</source>
        <translation>Preguntas</translation>
    </message>
    <message>
        <source>Questions with one option twice: {0}. Where it is the key, both are right.</source>
        <comment>engine</comment>
        <translation>Preguntas con una opción repetida: {0}. Si es la clave, ambas son correctas.</translation>
    </message>
    <message>
        <source>REPORT</source>
        <translation>INFORME</translation>
    </message>
    <message>
        <source>RETRIEVED STUDIES ON THIS DISK</source>
        <translation>ESTUDIOS RECUPERADOS EN ESTE DISCO</translation>
    </message>
    <message>
        <source>Raise the limit of this archive.</source>
        <comment>engine</comment>
        <translation>Aumente el límite de este archivo de imágenes.</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>Leer</translation>
    </message>
    <message>
        <source>Read again</source>
        <translation>Leer de nuevo</translation>
    </message>
    <message>
        <source>Read the report and sign again.</source>
        <comment>engine</comment>
        <translation>Lea el informe y firme de nuevo.</translation>
    </message>
    <message>
        <source>Read this study</source>
        <translation>Leer este estudio</translation>
    </message>
    <message>
        <source>Read {0} before it leaves: {1} passages were replaced.</source>
        <comment>engine</comment>
        <translation>Lea {0} antes de que salga: se sustituyeron {1} pasajes.</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>Leyendo</translation>
    </message>
    <message>
        <source>Reading reviews</source>
        <translation>Leyendo revisiones</translation>
    </message>
    <message>
        <source>Reading reviews {done} of {total}</source>
        <translation>Leyendo revisiones {done} de {total}</translation>
    </message>
    <message>
        <source>Reading the file took too long or ended the program that read it.</source>
        <comment>engine</comment>
        <translation>Leer el archivo duró demasiado o puso fin al programa que lo leía.</translation>
    </message>
    <message>
        <source>Reading was cancelled</source>
        <translation>Lectura cancelada</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Motivo</translation>
    </message>
    <message>
        <source>Rectangle</source>
        <translation>Rectángulo</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Rehacer</translation>
    </message>
    <message>
        <source>Redo: {step}</source>
        <translation>Rehacer: {step}</translation>
    </message>
    <message>
        <source>Reject the sentence</source>
        <translation>Rechazar la frase</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Quitar</translation>
    </message>
    <message>
        <source>Remove every retrieved study from this disk? {cache}</source>
        <translation>¿Quitar de este disco todos los estudios recuperados? {cache}</translation>
    </message>
    <message>
        <source>Remove measurement</source>
        <translation>Quitar la medida</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>Informe</translation>
    </message>
    <message>
        <source>Report. Research use. Not a medical device.</source>
        <comment>engine</comment>
        <translation>Informe. Uso en investigación. No es un producto sanitario.</translation>
    </message>
    <message>
        <source>Reports and reviews are kept. The films can be retrieved again while their archive has them.</source>
        <translation>Los informes y las revisiones se conservan. Las radiografías se pueden recuperar otra vez mientras su archivo de imágenes las tenga.</translation>
    </message>
    <message>
        <source>Required fields that are not filled in; Tab goes to the next</source>
        <translation>Campos obligatorios sin rellenar; Tab va al siguiente</translation>
    </message>
    <message>
        <source>Research use. Not a medical device.</source>
        <comment>engine</comment>
        <translation>Uso en investigación. No es un producto sanitario.</translation>
    </message>
    <message>
        <source>Research use. Not a medical device.</source>
        <translation>Uso en investigación. No es un producto sanitario.</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Restablecer</translation>
    </message>
    <message>
        <source>Reset all</source>
        <translation>Restablecer todo</translation>
    </message>
    <message>
        <source>Restore the data folder from a backup.</source>
        <comment>engine</comment>
        <translation>Restaure la carpeta de datos desde una copia de seguridad.</translation>
    </message>
    <message>
        <source>Restore this version</source>
        <translation>Restaurar esta versión</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>Resultados</translation>
    </message>
    <message>
        <source>Retrain</source>
        <translation>Reentrenar</translation>
    </message>
    <message>
        <source>Retrain on signed reviews</source>
        <translation>Reentrenar con informes firmados</translation>
    </message>
    <message>
        <source>Retrieve</source>
        <translation>Recuperar</translation>
    </message>
    <message>
        <source>Retrieve it again to get the rest.</source>
        <translation>Recupérelo otra vez para tener el resto.</translation>
    </message>
    <message>
        <source>Retrieve it again.</source>
        <comment>engine</comment>
        <translation>Recupérelo de nuevo.</translation>
    </message>
    <message>
        <source>Retrieve it.</source>
        <translation>Recupérelo.</translation>
    </message>
    <message>
        <source>Retrieving files</source>
        <comment>engine</comment>
        <translation>Recuperando archivos</translation>
    </message>
    <message>
        <source>Retrieving study {number} of {count}</source>
        <translation>Recuperando el estudio {number} de {count}</translation>
    </message>
    <message>
        <source>Review only</source>
        <translation>Solo revisión</translation>
    </message>
    <message>
        <source>Reviews are being exported already.</source>
        <translation>Ya se están exportando las revisiones.</translation>
    </message>
    <message>
        <source>Reviews cannot be kept now. {why}</source>
        <translation>Ahora no se pueden guardar las revisiones. {why}</translation>
    </message>
    <message>
        <source>Right.</source>
        <translation>Correcta.</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>Cargo</translation>
    </message>
    <message>
        <source>Run python -m app.store verify, and put a backup in its place.</source>
        <comment>engine</comment>
        <translation>Ejecute python -m app.store verify y ponga una copia de seguridad en su lugar.</translation>
    </message>
    <message>
        <source>Runtime</source>
        <translation>Entorno de ejecución</translation>
    </message>
    <message>
        <source>SEARCH AN ARCHIVE</source>
        <translation>BUSCAR EN UN PACS</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Guardar</translation>
    </message>
    <message>
        <source>Save a copy of the unsaved reports</source>
        <translation>Guardar una copia de los informes sin guardar</translation>
    </message>
    <message>
        <source>Save a copy…</source>
        <translation>Guardar una copia…</translation>
    </message>
    <message>
        <source>Save it as UTF-8.</source>
        <comment>engine</comment>
        <translation>Guárdelo como UTF-8.</translation>
    </message>
    <message>
        <source>Save now</source>
        <translation>Guardar ahora</translation>
    </message>
    <message>
        <source>Save the file as UTF-8.</source>
        <comment>engine</comment>
        <translation>Guarde el archivo como UTF-8.</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Buscar</translation>
    </message>
    <message>
        <source>Search again</source>
        <translation>Buscar otra vez</translation>
    </message>
    <message>
        <source>Search again: it may be gone.</source>
        <comment>engine</comment>
        <translation>Busque de nuevo: puede que ya no exista.</translation>
    </message>
    <message>
        <source>Search an archive</source>
        <translation>Buscar en un archivo de imágenes</translation>
    </message>
    <message>
        <source>Search archives over the network, and retrieve studies</source>
        <translation>Buscar en archivos de imágenes por la red y recuperar estudios</translation>
    </message>
    <message>
        <source>Search questions</source>
        <translation>Buscar preguntas</translation>
    </message>
    <message>
        <source>Search studies</source>
        <translation>Buscar estudios</translation>
    </message>
    <message>
        <source>Search the help</source>
        <translation>Buscar en la ayuda</translation>
    </message>
    <message>
        <source>Seconds</source>
        <translation>Segundos</translation>
    </message>
    <message>
        <source>See both and keep one; the other stays among the versions.</source>
        <translation>Vea ambos y conserve uno; el otro queda entre las versiones.</translation>
    </message>
    <message>
        <source>See both texts…</source>
        <translation>Ver ambos textos…</translation>
    </message>
    <message>
        <source>See resources/docs/panel-format.md.</source>
        <comment>engine</comment>
        <translation>Consulte resources/docs/panel-format.md.</translation>
    </message>
    <message>
        <source>See resources/docs/questions.md for the formats that are read.</source>
        <comment>engine</comment>
        <translation>Consulte en resources/docs/questions.md los formatos que se leen.</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>Enviar</translation>
    </message>
    <message>
        <source>Send it again.</source>
        <translation>Envíelo otra vez.</translation>
    </message>
    <message>
        <source>Send to archive</source>
        <translation>Enviar al PACS</translation>
    </message>
    <message>
        <source>Send to archive…</source>
        <translation>Enviar al PACS…</translation>
    </message>
    <message>
        <source>Sending files</source>
        <comment>engine</comment>
        <translation>Enviando archivos</translation>
    </message>
    <message>
        <source>Sending the report</source>
        <translation>Enviando el informe</translation>
    </message>
    <message>
        <source>Sending was cancelled; the archive may have taken the report all the same.</source>
        <translation>El envío se canceló; es posible que el archivo de imágenes haya recibido el informe de todos modos.</translation>
    </message>
    <message>
        <source>Sent again, it is the same document: nothing is doubled.</source>
        <translation>Enviado otra vez es el mismo documento: nada se duplica.</translation>
    </message>
    <message>
        <source>Sep</source>
        <comment>month</comment>
        <translation>sep</translation>
    </message>
    <message>
        <source>Set the environment variable {0}.</source>
        <comment>engine</comment>
        <translation>Defina la variable de entorno {0}.</translation>
    </message>
    <message>
        <source>Sets</source>
        <translation>Conjuntos</translation>
    </message>
    <message>
        <source>Shorten it: a cut question is another question.</source>
        <comment>engine</comment>
        <translation>Acórtela: una pregunta cortada es otra pregunta.</translation>
    </message>
    <message>
        <source>Show beside</source>
        <translation>Mostrar al lado</translation>
    </message>
    <message>
        <source>Show the answer</source>
        <translation>Mostrar la respuesta</translation>
    </message>
    <message>
        <source>Show the chosen study, if it is here</source>
        <translation>Mostrar el estudio elegido, si está aquí</translation>
    </message>
    <message>
        <source>Show the newest prior beside the film</source>
        <translation>Mostrar el previo más reciente junto a la radiografía</translation>
    </message>
    <message>
        <source>Shown by the presentation state {name}.</source>
        <translation>Se muestra según el estado de presentación {name}.</translation>
    </message>
    <message>
        <source>Shuffle questions and options</source>
        <translation>Barajar preguntas y opciones</translation>
    </message>
    <message>
        <source>Shutter</source>
        <translation>Obturador</translation>
    </message>
    <message>
        <source>Shutter of the file</source>
        <translation>Obturador del archivo</translation>
    </message>
    <message>
        <source>Sign</source>
        <translation>Firmar</translation>
    </message>
    <message>
        <source>Sign it, then send it.</source>
        <translation>Fírmelo y envíelo después.</translation>
    </message>
    <message>
        <source>Sign the report</source>
        <translation>Firmar el informe</translation>
    </message>
    <message>
        <source>Signed by {name}, {role}, {time}. {meaning} (SHA-256 {hash}…)</source>
        <translation>Firmado por {name}, {role}, {time}. {meaning} (SHA-256 {hash}…)</translation>
    </message>
    <message>
        <source>Signed by {name}.</source>
        <translation>Firmado por {name}.</translation>
    </message>
    <message>
        <source>Signed reviews are read</source>
        <comment>engine</comment>
        <translation>Se leen los informes firmados</translation>
    </message>
    <message>
        <source>Signing freezes the text. After it there are only addenda.</source>
        <translation>La firma fija el texto. Después solo hay adendas.</translation>
    </message>
    <message>
        <source>Sign…</source>
        <translation>Firmar…</translation>
    </message>
    <message>
        <source>Skip</source>
        <translation>Omitir</translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation>Texto más pequeño</translation>
    </message>
    <message>
        <source>Smooth between the cells</source>
        <translation>Suavizar entre las celdas</translation>
    </message>
    <message>
        <source>Smooth magnification</source>
        <translation>Ampliación suavizada</translation>
    </message>
    <message>
        <source>Some names or numbers are too short to be looked for in texts. Look for them yourself.</source>
        <comment>engine</comment>
        <translation>Algunos nombres o números son demasiado cortos para buscarlos en los textos. Búsquelos usted.</translation>
    </message>
    <message>
        <source>Something in Consilium went wrong ({error}).</source>
        <translation>Algo falló en Consilium ({error}).</translation>
    </message>
    <message>
        <source>Something listens there but does not answer within {0} seconds.</source>
        <comment>engine</comment>
        <translation>Allí escucha algo, pero no responde en {0} segundos.</translation>
    </message>
    <message>
        <source>Something that is no bundle is in this place.</source>
        <comment>engine</comment>
        <translation>En este lugar hay algo que no es un paquete.</translation>
    </message>
    <message>
        <source>Something that names the patient is still in {0}. Nothing was written.</source>
        <comment>engine</comment>
        <translation>Algo que nombra al paciente sigue en {0}. No se escribió nada.</translation>
    </message>
    <message>
        <source>Sort</source>
        <translation>Ordenar</translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation>Estadísticas</translation>
    </message>
    <message>
        <source>Stay</source>
        <translation>Quedarse</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Parar</translation>
    </message>
    <message>
        <source>Stop asking</source>
        <translation>Dejar de preguntar</translation>
    </message>
    <message>
        <source>Stop this</source>
        <translation>Detener esto</translation>
    </message>
    <message>
        <source>Stopped. It can go on later.</source>
        <translation>Detenido. Puede continuar más tarde.</translation>
    </message>
    <message>
        <source>Strike A</source>
        <translation>Tachar A</translation>
    </message>
    <message>
        <source>Strike B</source>
        <translation>Tachar B</translation>
    </message>
    <message>
        <source>Strike C</source>
        <translation>Tachar C</translation>
    </message>
    <message>
        <source>Strike D</source>
        <translation>Tachar D</translation>
    </message>
    <message>
        <source>Strike E</source>
        <translation>Tachar E</translation>
    </message>
    <message>
        <source>Strike out</source>
        <translation>Tachar</translation>
    </message>
    <message>
        <source>Strike out, or bring back</source>
        <translation>Tachar o recuperar</translation>
    </message>
    <message>
        <source>Studies of 7 days</source>
        <translation>Estudios de 7 días</translation>
    </message>
    <message>
        <source>Studies of today</source>
        <translation>Estudios de hoy</translation>
    </message>
    <message>
        <source>Support Devices</source>
        <comment>finding</comment>
        <translation>Dispositivos médicos</translation>
    </message>
    <message>
        <source>Take</source>
        <translation>Usar</translation>
    </message>
    <message>
        <source>Take a sentence</source>
        <translation>Usar una frase</translation>
    </message>
    <message>
        <source>Take another backup.</source>
        <comment>engine</comment>
        <translation>Use otra copia de seguridad.</translation>
    </message>
    <message>
        <source>Take draft {letter} into the report</source>
        <translation>Usar el borrador {letter} en el informe</translation>
    </message>
    <message>
        <source>Take it out of the file or the text, and export again.</source>
        <comment>engine</comment>
        <translation>Quítelo del archivo o del texto y exporte de nuevo.</translation>
    </message>
    <message>
        <source>Take the draft</source>
        <translation>Usar el borrador</translation>
    </message>
    <message>
        <source>Take the prior away</source>
        <translation>Quitar el previo</translation>
    </message>
    <message>
        <source>Take the sentence</source>
        <translation>Usar la frase</translation>
    </message>
    <message>
        <source>Take this sentence into the report</source>
        <translation>Usar esta frase en el informe</translation>
    </message>
    <message>
        <source>Template</source>
        <translation>Plantilla</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>Probar</translation>
    </message>
    <message>
        <source>Text</source>
        <comment>kind of file</comment>
        <translation>Texto</translation>
    </message>
    <message>
        <source>Thai</source>
        <translation>Tailandés</translation>
    </message>
    <message>
        <source>That is too little: it needs 20 to learn from, 4 to choose by and 1 to compare on.</source>
        <translation>Es demasiado poco: hacen falta 20 para aprender, 4 para elegir y 1 para comparar.</translation>
    </message>
    <message>
        <source>That was too small to be measured.</source>
        <translation>Era demasiado pequeño para medirlo.</translation>
    </message>
    <message>
        <source>The DICOMDIR lists more than {0} files.</source>
        <comment>engine</comment>
        <translation>El DICOMDIR enumera más de {0} archivos.</translation>
    </message>
    <message>
        <source>The DICOMDIR lists no file.</source>
        <comment>engine</comment>
        <translation>El DICOMDIR no enumera ningún archivo.</translation>
    </message>
    <message>
        <source>The FHIR report would not be valid ({0}).</source>
        <comment>engine</comment>
        <translation>El informe FHIR no sería válido ({0}).</translation>
    </message>
    <message>
        <source>The PDF is larger than 256 MiB.</source>
        <comment>engine</comment>
        <translation>El PDF tiene más de 256 MiB.</translation>
    </message>
    <message>
        <source>The VOI LUT function is unknown; LINEAR is used.</source>
        <comment>engine</comment>
        <translation>La función VOI LUT es desconocida; se usa LINEAR.</translation>
    </message>
    <message>
        <source>The ZIP archive is damaged.</source>
        <comment>engine</comment>
        <translation>El archivo ZIP está dañado.</translation>
    </message>
    <message>
        <source>The addendum stands below the report.</source>
        <translation>La adenda está bajo el informe.</translation>
    </message>
    <message>
        <source>The address is no DICOMweb root.</source>
        <comment>engine</comment>
        <translation>La dirección no es la raíz de un servicio DICOMweb.</translation>
    </message>
    <message>
        <source>The answer is not complete</source>
        <translation>La respuesta no está completa</translation>
    </message>
    <message>
        <source>The answers were exported.</source>
        <translation>Las respuestas se exportaron.</translation>
    </message>
    <message>
        <source>The archive answers with something else than DICOM files.</source>
        <comment>engine</comment>
        <translation>El archivo de imágenes responde con algo que no son archivos DICOM.</translation>
    </message>
    <message>
        <source>The archive cannot do it: status {0}.</source>
        <comment>engine</comment>
        <translation>El archivo de imágenes no puede hacerlo: estado {0}.</translation>
    </message>
    <message>
        <source>The archive closed the connection before it had answered.</source>
        <comment>engine</comment>
        <translation>El archivo de imágenes cerró la conexión antes de haber respondido.</translation>
    </message>
    <message>
        <source>The archive closed the encrypted connection.</source>
        <comment>engine</comment>
        <translation>El archivo de imágenes cerró la conexión cifrada.</translation>
    </message>
    <message>
        <source>The archive did not answer</source>
        <translation>El archivo de imágenes no respondió</translation>
    </message>
    <message>
        <source>The archive did not take the report. {why}</source>
        <translation>El archivo de imágenes no aceptó el informe. {why}</translation>
    </message>
    <message>
        <source>The archive does not accept the password or token (HTTP 401).</source>
        <comment>engine</comment>
        <translation>El archivo de imágenes no acepta la contraseña o el token (HTTP 401).</translation>
    </message>
    <message>
        <source>The archive does not allow this (HTTP 403).</source>
        <comment>engine</comment>
        <translation>El archivo de imágenes no permite esto (HTTP 403).</translation>
    </message>
    <message>
        <source>The archive does not answer within {0} seconds.</source>
        <comment>engine</comment>
        <translation>El archivo de imágenes no responde en {0} segundos.</translation>
    </message>
    <message>
        <source>The archive does not confirm that it has the file.</source>
        <comment>engine</comment>
        <translation>El archivo de imágenes no confirma que tenga el archivo.</translation>
    </message>
    <message>
        <source>The archive does not know us as {0}.</source>
        <comment>engine</comment>
        <translation>El archivo de imágenes no nos conoce como {0}.</translation>
    </message>
    <message>
        <source>The archive does not offer this service.</source>
        <comment>engine</comment>
        <translation>El archivo de imágenes no ofrece este servicio.</translation>
    </message>
    <message>
        <source>The archive does not take the file: reason {0}.</source>
        <comment>engine</comment>
        <translation>El archivo de imágenes no acepta el archivo: motivo {0}.</translation>
    </message>
    <message>
        <source>The archive does not take the file: status {0}.</source>
        <comment>engine</comment>
        <translation>El archivo de imágenes no acepta el archivo: estado {0}.</translation>
    </message>
    <message>
        <source>The archive does not take {0} as {1}.</source>
        <comment>engine</comment>
        <translation>El archivo de imágenes no acepta {0} como {1}.</translation>
    </message>
    <message>
        <source>The archive does not tell modalities, so studies of other modalities may be among these.</source>
        <comment>engine</comment>
        <translation>El archivo de imágenes no indica modalidades, así que puede haber estudios de otras modalidades entre estos.</translation>
    </message>
    <message>
        <source>The archive failed (HTTP {0}).</source>
        <comment>engine</comment>
        <translation>El archivo de imágenes falló (HTTP {0}).</translation>
    </message>
    <message>
        <source>The archive has more than it may send at once: narrow the search.</source>
        <translation>El archivo de imágenes tiene más de lo que puede enviar de una vez: acote la búsqueda.</translation>
    </message>
    <message>
        <source>The archive has more than {0} files.</source>
        <comment>engine</comment>
        <translation>El archivo ZIP tiene más de {0} archivos.</translation>
    </message>
    <message>
        <source>The archive has no such study.</source>
        <comment>engine</comment>
        <translation>El archivo de imágenes no tiene ese estudio.</translation>
    </message>
    <message>
        <source>The archive has nothing at this address (HTTP {0}).</source>
        <comment>engine</comment>
        <translation>El archivo de imágenes no tiene nada en esta dirección (HTTP {0}).</translation>
    </message>
    <message>
        <source>The archive has taken the signed report.</source>
        <translation>El archivo de imágenes ha recibido el informe firmado.</translation>
    </message>
    <message>
        <source>The archive has too many connections.</source>
        <comment>engine</comment>
        <translation>El archivo de imágenes tiene demasiadas conexiones.</translation>
    </message>
    <message>
        <source>The archive has two files of this name; the first was read.</source>
        <comment>engine</comment>
        <translation>El archivo ZIP tiene dos archivos con este nombre; se leyó el primero.</translation>
    </message>
    <message>
        <source>The archive holds &quot;{0}&quot;, a name that leads out of it.</source>
        <comment>engine</comment>
        <translation>El archivo ZIP contiene «{0}», un nombre que lleva fuera de él.</translation>
    </message>
    <message>
        <source>The archive is busy or not ready (HTTP {0}).</source>
        <comment>engine</comment>
        <translation>El archivo de imágenes está ocupado o no está listo (HTTP {0}).</translation>
    </message>
    <message>
        <source>The archive is encrypted.</source>
        <comment>engine</comment>
        <translation>El archivo ZIP está cifrado.</translation>
    </message>
    <message>
        <source>The archive is not called {0}.</source>
        <comment>engine</comment>
        <translation>El archivo de imágenes no se llama {0}.</translation>
    </message>
    <message>
        <source>The archive listed {0} files; {1} have arrived.</source>
        <comment>engine</comment>
        <translation>Archivos que el archivo de imágenes enumeró: {0}; recibidos: {1}.</translation>
    </message>
    <message>
        <source>The archive refuses the request (HTTP {0}).</source>
        <comment>engine</comment>
        <translation>El archivo de imágenes rechaza la petición (HTTP {0}).</translation>
    </message>
    <message>
        <source>The archive rejects the association.</source>
        <comment>engine</comment>
        <translation>El archivo de imágenes rechaza la asociación.</translation>
    </message>
    <message>
        <source>The archive sends nothing to {0}.</source>
        <comment>engine</comment>
        <translation>El archivo de imágenes no envía nada a {0}.</translation>
    </message>
    <message>
        <source>The archive sends nothing.</source>
        <comment>engine</comment>
        <translation>El archivo de imágenes no envía nada.</translation>
    </message>
    <message>
        <source>The archive sends studies to this machine (C-MOVE)</source>
        <translation>El PACS envía los estudios a esta máquina (C-MOVE)</translation>
    </message>
    <message>
        <source>The archive sent no file.</source>
        <translation>El archivo de imágenes no envió ningún archivo.</translation>
    </message>
    <message>
        <source>The archive took a file and changed it: reason {0}.</source>
        <comment>engine</comment>
        <translation>El archivo de imágenes aceptó un archivo y lo modificó: motivo {0}.</translation>
    </message>
    <message>
        <source>The archive took a file and changed it: status {0}.</source>
        <comment>engine</comment>
        <translation>El archivo de imágenes aceptó un archivo y lo modificó: estado {0}.</translation>
    </message>
    <message>
        <source>The archive unpacks to more than {0} times its size.</source>
        <comment>engine</comment>
        <translation>El archivo ZIP se descomprime a más de {0} veces su tamaño.</translation>
    </message>
    <message>
        <source>The archive wants to know who asks (HTTP 401).</source>
        <comment>engine</comment>
        <translation>El archivo de imágenes quiere saber quién pregunta (HTTP 401).</translation>
    </message>
    <message>
        <source>The archive&apos;s answer cannot be understood.</source>
        <comment>engine</comment>
        <translation>No se entiende la respuesta del archivo de imágenes.</translation>
    </message>
    <message>
        <source>The archive&apos;s answer ended in the middle.</source>
        <comment>engine</comment>
        <translation>La respuesta del archivo de imágenes se interrumpió.</translation>
    </message>
    <message>
        <source>The archive&apos;s answer ended the process that read it; it is damaged or too large.</source>
        <comment>engine</comment>
        <translation>La respuesta del archivo de imágenes terminó el proceso que la leía; está dañada o es demasiado grande.</translation>
    </message>
    <message>
        <source>The archive&apos;s answer is damaged.</source>
        <comment>engine</comment>
        <translation>La respuesta del archivo de imágenes está dañada.</translation>
    </message>
    <message>
        <source>The archive&apos;s answer is not what DICOMweb says.</source>
        <comment>engine</comment>
        <translation>La respuesta del archivo de imágenes no es la que DICOMweb establece.</translation>
    </message>
    <message>
        <source>The archive&apos;s answer needs more memory than it is given.</source>
        <comment>engine</comment>
        <translation>La respuesta del archivo de imágenes necesita más memoria de la que se le da.</translation>
    </message>
    <message>
        <source>The archive&apos;s certificate is not trusted: {0}.</source>
        <comment>engine</comment>
        <translation>No se confía en el certificado del archivo de imágenes: {0}.</translation>
    </message>
    <message>
        <source>The audit is gone from the database.</source>
        <comment>engine</comment>
        <translation>La auditoría ha desaparecido de la base de datos.</translation>
    </message>
    <message>
        <source>The backup was altered or is damaged, and was not put in place ({0}).</source>
        <comment>engine</comment>
        <translation>La copia de seguridad fue alterada o está dañada y no se puso en su lugar ({0}).</translation>
    </message>
    <message>
        <source>The birth date is another.</source>
        <translation>La fecha de nacimiento es otra.</translation>
    </message>
    <message>
        <source>The bundle before is used from the next start.</source>
        <translation>El paquete anterior se usa desde el próximo inicio.</translation>
    </message>
    <message>
        <source>The bundle cannot be put in its place: {0}.</source>
        <comment>engine</comment>
        <translation>El modelo no se puede poner en su sitio: {0}.</translation>
    </message>
    <message>
        <source>The bundle cannot be written: {0}.</source>
        <comment>engine</comment>
        <translation>No se puede escribir el paquete: {0}.</translation>
    </message>
    <message>
        <source>The bundle goes on learning from reports that were signed here, in a program of its own that gives way to the desk. It is compared on patients kept aside; nothing is replaced unasked.</source>
        <translation>El paquete sigue aprendiendo de informes firmados aquí, en un programa aparte que cede el paso al puesto. Se compara en pacientes reservados; no se sustituye nada sin preguntar.</translation>
    </message>
    <message>
        <source>The bundle has format {0}; this Consilium reads format {1}.</source>
        <comment>engine</comment>
        <translation>El paquete tiene el formato {0}; este Consilium lee el formato {1}.</translation>
    </message>
    <message>
        <source>The bundle has no {0}; it has {1}.</source>
        <comment>engine</comment>
        <translation>El paquete no tiene {0}; tiene {1}.</translation>
    </message>
    <message numerus="yes">
        <source>The cache was full: %n study that was looked at longest ago was removed from it.</source>
        <comment>The cache was full: %n studies that were looked at longest ago were removed from it.</comment>
        <translation>
            <numerusform>La caché estaba llena: se quitó de ella %n estudio, el que hacía más tiempo que no se miraba.</numerusform>
            <numerusform>La caché estaba llena: se quitaron de ella %n estudios, los que hacía más tiempo que no se miraban.</numerusform>
        </translation>
    </message>
    <message>
        <source>The character set &quot;{0}&quot; is not one of the standard&apos;s terms.</source>
        <comment>engine</comment>
        <translation>El juego de caracteres «{0}» no es uno de los términos de la norma.</translation>
    </message>
    <message>
        <source>The column {0} is not known and was not read.</source>
        <comment>engine</comment>
        <translation>La columna {0} no se conoce y no se leyó.</translation>
    </message>
    <message>
        <source>The column {0} stands twice in the header.</source>
        <comment>engine</comment>
        <translation>La columna {0} aparece dos veces en la cabecera.</translation>
    </message>
    <message>
        <source>The compressed image claims {0} x {1} pixels, the header {2} x {3}.</source>
        <comment>engine</comment>
        <translation>La imagen comprimida declara {0} x {1} píxeles; la cabecera, {2} x {3}.</translation>
    </message>
    <message>
        <source>The compressed image data are damaged and cannot be decoded.</source>
        <comment>engine</comment>
        <translation>Los datos comprimidos de la imagen están dañados y no se pueden decodificar.</translation>
    </message>
    <message>
        <source>The compressed image data are damaged: they end early.</source>
        <comment>engine</comment>
        <translation>Los datos comprimidos de la imagen están dañados: terminan antes de tiempo.</translation>
    </message>
    <message>
        <source>The compressed image data are damaged: they have no frame header.</source>
        <comment>engine</comment>
        <translation>Los datos comprimidos de la imagen están dañados: no tienen cabecera de fotograma.</translation>
    </message>
    <message>
        <source>The compressed image has signed values, the header says unsigned; shown as the header says.</source>
        <comment>engine</comment>
        <translation>La imagen comprimida tiene valores con signo y la cabecera dice sin signo; se muestra como dice la cabecera.</translation>
    </message>
    <message>
        <source>The compressed image has {0} bits a pixel, the header allows {1}.</source>
        <comment>engine</comment>
        <translation>La imagen comprimida tiene {0} bits por píxel; la cabecera permite {1}.</translation>
    </message>
    <message>
        <source>The compressed image has {0} components, the header says {1}.</source>
        <comment>engine</comment>
        <translation>La imagen comprimida tiene {0} componentes; la cabecera dice {1}.</translation>
    </message>
    <message>
        <source>The database cannot be opened.</source>
        <comment>engine</comment>
        <translation>No se puede abrir la base de datos.</translation>
    </message>
    <message>
        <source>The database cannot be used ({0}).</source>
        <comment>engine</comment>
        <translation>No se puede usar la base de datos ({0}).</translation>
    </message>
    <message>
        <source>The database cannot be written now. Saving is tried again while the desk is open.</source>
        <translation>Ahora no se puede escribir en la base de datos. Se seguirá intentando guardar mientras el puesto esté abierto.</translation>
    </message>
    <message>
        <source>The database cannot be written.</source>
        <comment>engine</comment>
        <translation>No se puede escribir en la base de datos.</translation>
    </message>
    <message>
        <source>The database failed ({0}).</source>
        <comment>engine</comment>
        <translation>La base de datos falló ({0}).</translation>
    </message>
    <message>
        <source>The database is damaged.</source>
        <comment>engine</comment>
        <translation>La base de datos está dañada.</translation>
    </message>
    <message>
        <source>The database was altered and was not exported ({0}).</source>
        <comment>engine</comment>
        <translation>La base de datos fue alterada y no se exportó ({0}).</translation>
    </message>
    <message>
        <source>The database&apos;s address cannot be read.</source>
        <comment>engine</comment>
        <translation>No se entiende la dirección de la base de datos.</translation>
    </message>
    <message>
        <source>The decoded image has another size than the header says.</source>
        <comment>engine</comment>
        <translation>La imagen decodificada tiene otro tamaño que el que dice la cabecera.</translation>
    </message>
    <message>
        <source>The decoder cannot be started.</source>
        <comment>engine</comment>
        <translation>No se puede iniciar el decodificador.</translation>
    </message>
    <message>
        <source>The decoder does not work on this machine.</source>
        <comment>engine</comment>
        <translation>El decodificador no funciona en este equipo.</translation>
    </message>
    <message>
        <source>The decoder ended without an answer; the image data are probably damaged.</source>
        <comment>engine</comment>
        <translation>El decodificador terminó sin respuesta; probablemente los datos de la imagen están dañados.</translation>
    </message>
    <message>
        <source>The decoder was closed.</source>
        <comment>engine</comment>
        <translation>Se cerró el decodificador.</translation>
    </message>
    <message>
        <source>The deflated data set grows beyond {0} MiB.</source>
        <comment>engine</comment>
        <translation>El conjunto de datos comprimido crece más allá de {0} MiB.</translation>
    </message>
    <message>
        <source>The desk speaks the chosen language from its next start.</source>
        <translation>El puesto hablará el idioma elegido a partir del próximo inicio.</translation>
    </message>
    <message>
        <source>The desk&apos;s own files in it are closed; choose another folder with --data to hide their names.</source>
        <translation>Los archivos del puesto en ella están cerrados; elija otra carpeta con --data para ocultar sus nombres.</translation>
    </message>
    <message>
        <source>The disk cannot be read or written.</source>
        <comment>engine</comment>
        <translation>No se puede leer ni escribir en el disco.</translation>
    </message>
    <message>
        <source>The disk is full.</source>
        <comment>engine</comment>
        <translation>El disco está lleno.</translation>
    </message>
    <message>
        <source>The disk is full; nothing was written.</source>
        <comment>engine</comment>
        <translation>El disco está lleno; no se escribió nada.</translation>
    </message>
    <message>
        <source>The disk is full; the change was not saved.</source>
        <comment>engine</comment>
        <translation>El disco está lleno; el cambio no se guardó.</translation>
    </message>
    <message>
        <source>The document frequencies cannot be read.</source>
        <comment>engine</comment>
        <translation>No se pueden leer las frecuencias de documentos.</translation>
    </message>
    <message>
        <source>The engine is loading</source>
        <translation>El motor se está cargando</translation>
    </message>
    <message>
        <source>The estimated magnification is {0}, less than 1, and is ignored.</source>
        <comment>engine</comment>
        <translation>La magnificación estimada es {0}, menor que 1, y se ignora.</translation>
    </message>
    <message>
        <source>The export cannot be written: {0}.</source>
        <comment>engine</comment>
        <translation>No se puede escribir la exportación: {0}.</translation>
    </message>
    <message>
        <source>The export is not in the audit. {why}</source>
        <translation>La exportación no consta en la auditoría. {why}</translation>
    </message>
    <message>
        <source>The export was cancelled; nothing was written.</source>
        <translation>La exportación se canceló; no se escribió nada.</translation>
    </message>
    <message>
        <source>The field {field} is not filled in.</source>
        <translation>El campo {field} no está rellenado.</translation>
    </message>
    <message>
        <source>The field “{0}” does not offer “{1}”.</source>
        <comment>engine</comment>
        <translation>El campo «{0}» no ofrece «{1}».</translation>
    </message>
    <message>
        <source>The field “{0}” does not take {1}.</source>
        <comment>engine</comment>
        <translation>El campo «{0}» no admite {1}.</translation>
    </message>
    <message>
        <source>The field “{0}” is empty.</source>
        <comment>engine</comment>
        <translation>El campo «{0}» está vacío.</translation>
    </message>
    <message>
        <source>The field “{0}” is not filled in.</source>
        <comment>engine</comment>
        <translation>El campo «{0}» no está rellenado.</translation>
    </message>
    <message>
        <source>The field “{0}” needs a date, not “{1}”.</source>
        <comment>engine</comment>
        <translation>El campo «{0}» necesita una fecha, no «{1}».</translation>
    </message>
    <message>
        <source>The field “{0}” needs a number, not “{1}”.</source>
        <comment>engine</comment>
        <translation>El campo «{0}» necesita un número, no «{1}».</translation>
    </message>
    <message>
        <source>The field “{0}” takes fewer decimals than “{1}” has.</source>
        <comment>engine</comment>
        <translation>El campo «{0}» admite menos decimales de los que tiene «{1}».</translation>
    </message>
    <message>
        <source>The field “{0}” takes no brackets or marks of an empty field.</source>
        <comment>engine</comment>
        <translation>El campo «{0}» no admite corchetes ni marcas de un campo vacío.</translation>
    </message>
    <message>
        <source>The file calls its pixel spacing calibrated, but it is the detector&apos;s. Lengths are taken at the detector.</source>
        <comment>engine</comment>
        <translation>El archivo llama calibrado a su espaciado de píxel, pero es el del detector. Las longitudes se toman en el detector.</translation>
    </message>
    <message>
        <source>The file cannot be read ({0}).</source>
        <comment>engine</comment>
        <translation>No se puede leer el archivo ({0}).</translation>
    </message>
    <message>
        <source>The file cannot be read.</source>
        <comment>engine</comment>
        <translation>No se puede leer el archivo.</translation>
    </message>
    <message>
        <source>The file cannot be read: {0}.</source>
        <comment>engine</comment>
        <translation>No se puede leer el archivo: {0}.</translation>
    </message>
    <message>
        <source>The file cannot be written or read ({0}).</source>
        <comment>engine</comment>
        <translation>No se puede escribir ni leer el archivo ({0}).</translation>
    </message>
    <message>
        <source>The file claims {0} frames; its data hold no more than {1}.</source>
        <comment>engine</comment>
        <translation>El archivo declara {0} fotogramas; sus datos no contienen más de {1}.</translation>
    </message>
    <message>
        <source>The file does not match its checksum.</source>
        <comment>engine</comment>
        <translation>El archivo no coincide con su suma de comprobación.</translation>
    </message>
    <message>
        <source>The file does not say how grey levels are meant; {0} is assumed.</source>
        <comment>engine</comment>
        <translation>El archivo no dice cómo se entienden los niveles de gris; se supone {0}.</translation>
    </message>
    <message>
        <source>The file does not say how many frames it has; its data hold {0}.</source>
        <comment>engine</comment>
        <translation>El archivo no dice cuántos fotogramas tiene; sus datos contienen {0}.</translation>
    </message>
    <message>
        <source>The file does not say its transfer syntax; it was read as {0}.</source>
        <comment>engine</comment>
        <translation>El archivo no indica su sintaxis de transferencia; se leyó como {0}.</translation>
    </message>
    <message>
        <source>The file does not say what it holds.</source>
        <comment>engine</comment>
        <translation>El archivo no dice qué contiene.</translation>
    </message>
    <message>
        <source>The file ends before its image data should; what is there is shown.</source>
        <comment>engine</comment>
        <translation>El archivo termina antes que sus datos de imagen; se muestra lo que hay.</translation>
    </message>
    <message>
        <source>The file has changed since it was opened.</source>
        <comment>engine</comment>
        <translation>El archivo ha cambiado desde que se abrió.</translation>
    </message>
    <message>
        <source>The file has more than {0} MiB.</source>
        <comment>engine</comment>
        <translation>El archivo tiene más de {0} MiB.</translation>
    </message>
    <message>
        <source>The file has more than {0} attributes.</source>
        <comment>engine</comment>
        <translation>El archivo tiene más de {0} atributos.</translation>
    </message>
    <message>
        <source>The file has no DICOM preamble.</source>
        <comment>engine</comment>
        <translation>El archivo no tiene preámbulo DICOM.</translation>
    </message>
    <message>
        <source>The file has no image data.</source>
        <comment>engine</comment>
        <translation>El archivo no tiene datos de imagen.</translation>
    </message>
    <message>
        <source>The file has unequal numbers of window centers and widths; only whole pairs are used.</source>
        <comment>engine</comment>
        <translation>El archivo tiene distinto número de centros y anchos de ventana; solo se usan los pares completos.</translation>
    </message>
    <message>
        <source>The file has {0} MB; {1} MB is the limit.</source>
        <comment>engine</comment>
        <translation>El archivo tiene {0} MB; el límite es {1} MB.</translation>
    </message>
    <message>
        <source>The file has {0} bytes, the manifest says {1}.</source>
        <comment>engine</comment>
        <translation>El archivo tiene {0} bytes; el manifiesto dice {1}.</translation>
    </message>
    <message>
        <source>The file has {0}; the limit is 1 GiB.</source>
        <comment>engine</comment>
        <translation>El archivo tiene {0}; el límite es 1 GiB.</translation>
    </message>
    <message>
        <source>The file is also a Linux program: never run it.</source>
        <comment>engine</comment>
        <translation>El archivo es también un programa de Linux: no lo ejecute nunca.</translation>
    </message>
    <message>
        <source>The file is also a PDF: do not open it as one.</source>
        <comment>engine</comment>
        <translation>El archivo es también un PDF: no lo abra como tal.</translation>
    </message>
    <message>
        <source>The file is also a Windows program: never run it.</source>
        <comment>engine</comment>
        <translation>El archivo es también un programa de Windows: no lo ejecute nunca.</translation>
    </message>
    <message>
        <source>The file is also a ZIP archive: do not unpack it.</source>
        <comment>engine</comment>
        <translation>El archivo es también un ZIP: no lo descomprima.</translation>
    </message>
    <message>
        <source>The file is also a macOS or Java program: never run it.</source>
        <comment>engine</comment>
        <translation>El archivo es también un programa de macOS o Java: no lo ejecute nunca.</translation>
    </message>
    <message>
        <source>The file is also a macOS program: never run it.</source>
        <comment>engine</comment>
        <translation>El archivo es también un programa de macOS: no lo ejecute nunca.</translation>
    </message>
    <message>
        <source>The file is also a script: never run it.</source>
        <comment>engine</comment>
        <translation>El archivo es también un script: no lo ejecute nunca.</translation>
    </message>
    <message>
        <source>The file is also a web page: do not open it as one.</source>
        <comment>engine</comment>
        <translation>El archivo es también una página web: no la abra como tal.</translation>
    </message>
    <message>
        <source>The file is damaged in its archive.</source>
        <comment>engine</comment>
        <translation>El archivo está dañado dentro de su ZIP.</translation>
    </message>
    <message>
        <source>The file is damaged.</source>
        <comment>engine</comment>
        <translation>El archivo está dañado.</translation>
    </message>
    <message>
        <source>The file is empty.</source>
        <comment>engine</comment>
        <translation>El archivo está vacío.</translation>
    </message>
    <message>
        <source>The file is larger than a template can be.</source>
        <comment>engine</comment>
        <translation>El archivo es mayor de lo que puede ser una plantilla.</translation>
    </message>
    <message>
        <source>The file is missing.</source>
        <comment>engine</comment>
        <translation>Falta el archivo.</translation>
    </message>
    <message>
        <source>The file is not UTF-8 text.</source>
        <comment>engine</comment>
        <translation>El archivo no es texto UTF-8.</translation>
    </message>
    <message>
        <source>The file lacks a UID that says what it belongs to; it stands alone.</source>
        <comment>engine</comment>
        <translation>Al archivo le falta un UID que diga a qué pertenece; queda por separado.</translation>
    </message>
    <message>
        <source>The file names a bitmap shutter, which is not applied; the whole film is shown.</source>
        <comment>engine</comment>
        <translation>El archivo nombra un obturador de mapa de bits, que no se aplica; se muestra toda la radiografía.</translation>
    </message>
    <message>
        <source>The file names no character set, and its texts are not in {0}.</source>
        <comment>engine</comment>
        <translation>El archivo no indica ningún juego de caracteres, y sus textos no están en {0}.</translation>
    </message>
    <message>
        <source>The file names no character set; its texts were read as {0}.</source>
        <comment>engine</comment>
        <translation>El archivo no indica ningún juego de caracteres; sus textos se leyeron como {0}.</translation>
    </message>
    <message>
        <source>The file needs more memory than there is.</source>
        <comment>engine</comment>
        <translation>El archivo necesita más memoria de la que hay.</translation>
    </message>
    <message>
        <source>The file nests its sequences too deeply.</source>
        <comment>engine</comment>
        <translation>El archivo anida sus secuencias a demasiada profundidad.</translation>
    </message>
    <message>
        <source>The file says that its image is compressed, but it is not; it was read as it is.</source>
        <comment>engine</comment>
        <translation>El archivo dice que su imagen está comprimida, pero no lo está; se leyó tal como es.</translation>
    </message>
    <message>
        <source>The file says that its image is uncompressed, but it is not.</source>
        <comment>engine</comment>
        <translation>El archivo dice que su imagen no está comprimida, pero lo está.</translation>
    </message>
    <message>
        <source>The file&apos;s preamble is not empty; exports leave it out.</source>
        <comment>engine</comment>
        <translation>El preámbulo del archivo no está vacío; las exportaciones lo omiten.</translation>
    </message>
    <message>
        <source>The file&apos;s shutter would hide the whole film and is ignored.</source>
        <comment>engine</comment>
        <translation>El obturador del archivo taparía toda la radiografía y se ignora.</translation>
    </message>
    <message>
        <source>The film is being read …</source>
        <translation>Leyendo la radiografía…</translation>
    </message>
    <message>
        <source>The film is damaged.</source>
        <comment>engine</comment>
        <translation>La radiografía está dañada.</translation>
    </message>
    <message>
        <source>The film of this measurement is not here.</source>
        <translation>La radiografía de esta medida no está aquí.</translation>
    </message>
    <message>
        <source>The films</source>
        <translation>Las radiografías</translation>
    </message>
    <message>
        <source>The films are in a window of their own.</source>
        <translation>Las radiografías están en su propia ventana.</translation>
    </message>
    <message>
        <source>The folder cannot be made ({0}).</source>
        <comment>engine</comment>
        <translation>No se puede crear la carpeta ({0}).</translation>
    </message>
    <message>
        <source>The folder cannot be read.</source>
        <comment>engine</comment>
        <translation>No se puede leer la carpeta.</translation>
    </message>
    <message>
        <source>The header claims {0} x {1} pixels, more than this program opens.</source>
        <comment>engine</comment>
        <translation>La cabecera declara {0} x {1} píxeles, más de lo que abre este programa.</translation>
    </message>
    <message>
        <source>The header gives no image size (Rows and Columns).</source>
        <comment>engine</comment>
        <translation>La cabecera no da el tamaño de la imagen (Rows y Columns).</translation>
    </message>
    <message>
        <source>The header is no CSV: {0}.</source>
        <comment>engine</comment>
        <translation>La cabecera no es CSV: {0}.</translation>
    </message>
    <message>
        <source>The header lacks the column {0}.</source>
        <comment>engine</comment>
        <translation>A la cabecera le falta la columna {0}.</translation>
    </message>
    <message>
        <source>The header of the {0} film says {1}; the panel reads chests.</source>
        <comment>engine</comment>
        <translation>La cabecera de la radiografía {0} dice {1}; el panel lee tórax.</translation>
    </message>
    <message>
        <source>The heart ratio is measured on a film that stands upright.</source>
        <translation>El índice cardiaco se mide en una radiografía derecha.</translation>
    </message>
    <message>
        <source>The heart ratio is measured on a frontal film.</source>
        <translation>El índice cardiaco se mide en una radiografía frontal.</translation>
    </message>
    <message>
        <source>The host is neither a name nor an address.</source>
        <comment>engine</comment>
        <translation>El servidor no es ni un nombre ni una dirección.</translation>
    </message>
    <message>
        <source>The image data are damaged and cannot be shown.</source>
        <comment>engine</comment>
        <translation>Los datos de la imagen están dañados y no se pueden mostrar.</translation>
    </message>
    <message>
        <source>The image data end early: {0} of {1} bytes are there.</source>
        <comment>engine</comment>
        <translation>Los datos de imagen terminan antes de tiempo: hay {0} de {1} bytes.</translation>
    </message>
    <message>
        <source>The image data end early: {0} of {1} pixels are there.</source>
        <comment>engine</comment>
        <translation>Los datos de imagen terminan antes de tiempo: hay {0} de {1} píxeles.</translation>
    </message>
    <message>
        <source>The image has {0} frames; there is no frame {1}.</source>
        <comment>engine</comment>
        <translation>La imagen tiene {0} fotogramas; no hay fotograma {1}.</translation>
    </message>
    <message>
        <source>The image of this question cannot be read.</source>
        <translation>La imagen de esta pregunta no se puede leer.</translation>
    </message>
    <message>
        <source>The image&apos;s palette has no usable descriptor.</source>
        <comment>engine</comment>
        <translation>La paleta de la imagen no tiene un descriptor utilizable.</translation>
    </message>
    <message>
        <source>The image&apos;s palette has segments that are not supported.</source>
        <comment>engine</comment>
        <translation>La paleta de la imagen tiene segmentos no admitidos.</translation>
    </message>
    <message>
        <source>The image&apos;s palette is shorter than it says.</source>
        <comment>engine</comment>
        <translation>La paleta de la imagen es más corta de lo que dice.</translation>
    </message>
    <message>
        <source>The input convention cannot be used: {0}.</source>
        <comment>engine</comment>
        <translation>La convención de entrada no se puede usar: {0}.</translation>
    </message>
    <message>
        <source>The input convention has other keys than expected: {0}.</source>
        <comment>engine</comment>
        <translation>La convención de entrada tiene otras claves que las esperadas: {0}.</translation>
    </message>
    <message>
        <source>The input convention makes other images than the model takes.</source>
        <comment>engine</comment>
        <translation>La convención de entrada produce otras imágenes que las que toma el modelo.</translation>
    </message>
    <message>
        <source>The key names no option.</source>
        <comment>engine</comment>
        <translation>La clave no nombra ninguna opción.</translation>
    </message>
    <message>
        <source>The key {0} is outside {1} to {2}.</source>
        <comment>engine</comment>
        <translation>La clave {0} está fuera del intervalo de {1} a {2}.</translation>
    </message>
    <message>
        <source>The key {0} names none of the options {1}.</source>
        <comment>engine</comment>
        <translation>La clave {0} no nombra ninguna de las opciones {1}.</translation>
    </message>
    <message>
        <source>The key {0} stands twice in one object.</source>
        <comment>engine</comment>
        <translation>La clave {0} aparece dos veces en un objeto.</translation>
    </message>
    <message>
        <source>The length of what the line lies on, such as a marker ball or a ruler. All lengths on this film are measured by it, and say so. It is true only at the depth of that object.</source>
        <translation>La longitud de aquello sobre lo que está la línea, como una bola de referencia o una regla. Todas las longitudes de esta radiografía se miden con ella y lo dicen. Solo es cierta a la profundidad de ese objeto.</translation>
    </message>
    <message>
        <source>The library for this archive cannot be loaded.</source>
        <comment>engine</comment>
        <translation>No se puede cargar la biblioteca para este archivo de imágenes.</translation>
    </message>
    <message>
        <source>The limit {0} must be more than 0.</source>
        <comment>engine</comment>
        <translation>El límite {0} debe ser mayor que 0.</translation>
    </message>
    <message>
        <source>The list is not complete.</source>
        <comment>engine</comment>
        <translation>La lista no está completa.</translation>
    </message>
    <message>
        <source>The list of archives cannot be read.</source>
        <comment>engine</comment>
        <translation>No se puede leer la lista de archivos de imágenes.</translation>
    </message>
    <message>
        <source>The list of archives cannot be written.</source>
        <comment>engine</comment>
        <translation>No se puede escribir la lista de archivos de imágenes.</translation>
    </message>
    <message>
        <source>The machine does not answer within {0} seconds.</source>
        <comment>engine</comment>
        <translation>El equipo no responde en {0} segundos.</translation>
    </message>
    <message>
        <source>The manifest cannot be read.</source>
        <comment>engine</comment>
        <translation>No se puede leer el manifiesto.</translation>
    </message>
    <message>
        <source>The manifest has more than {0} MiB.</source>
        <comment>engine</comment>
        <translation>El manifiesto tiene más de {0} MiB.</translation>
    </message>
    <message>
        <source>The modality is {0}; the panel reads radiographs.</source>
        <comment>engine</comment>
        <translation>La modalidad es {0}; el panel lee radiografías.</translation>
    </message>
    <message>
        <source>The model could not be opened: {why}</source>
        <translation>El modelo no se pudo abrir: {why}</translation>
    </message>
    <message>
        <source>The model has {0} experts; the desk has letters for {1}.</source>
        <comment>engine</comment>
        <translation>El modelo tiene {0} expertos; el puesto tiene letras para {1}.</translation>
    </message>
    <message>
        <source>The model reads one frontal and one lateral film; 1 film was not read.</source>
        <comment>engine</comment>
        <translation>El modelo lee una radiografía frontal y una lateral; 1 radiografía no se leyó.</translation>
    </message>
    <message>
        <source>The model reads one frontal and one lateral film; {0} films were not read.</source>
        <comment>engine</comment>
        <translation>El modelo lee una radiografía frontal y una lateral; {0} radiografías no se leyeron.</translation>
    </message>
    <message>
        <source>The models disagree: {findings}.</source>
        <translation>Los modelos no coinciden: {findings}.</translation>
    </message>
    <message>
        <source>The name “{0}” is taken by another file of this folder.</source>
        <comment>engine</comment>
        <translation>El nombre «{0}» ya lo usa otro archivo de esta carpeta.</translation>
    </message>
    <message>
        <source>The new bundle is used from the next start; the old one is kept.</source>
        <translation>El paquete nuevo se usa desde el próximo inicio; el antiguo se conserva.</translation>
    </message>
    <message>
        <source>The new bundle reads</source>
        <comment>engine</comment>
        <translation>Lee el paquete nuevo</translation>
    </message>
    <message>
        <source>The next reader begins</source>
        <comment>engine</comment>
        <translation>Empieza el siguiente lector</translation>
    </message>
    <message>
        <source>The one that you do not keep stays among the versions.</source>
        <translation>El que no conserve queda entre las versiones.</translation>
    </message>
    <message>
        <source>The optional field “{label}” is empty and is left out.</source>
        <translation>El campo opcional «{label}» está vacío y se omite.</translation>
    </message>
    <message>
        <source>The password is in the system&apos;s keyring.</source>
        <translation>La contraseña está en el llavero del sistema.</translation>
    </message>
    <message>
        <source>The password or token of this archive is not known.</source>
        <comment>engine</comment>
        <translation>No se conoce la contraseña o el token de este archivo de imágenes.</translation>
    </message>
    <message>
        <source>The patient number comes from another issuer.</source>
        <translation>El número de paciente es de otro emisor.</translation>
    </message>
    <message>
        <source>The patient number is another.</source>
        <translation>El número de paciente es otro.</translation>
    </message>
    <message>
        <source>The patient&apos;s name is another.</source>
        <translation>El nombre del paciente es otro.</translation>
    </message>
    <message>
        <source>The picture claims more pixels than this program opens.</source>
        <comment>engine</comment>
        <translation>La imagen declara más píxeles de los que abre este programa.</translation>
    </message>
    <message>
        <source>The picture is damaged or incomplete.</source>
        <comment>engine</comment>
        <translation>La imagen está dañada o incompleta.</translation>
    </message>
    <message>
        <source>The picture is damaged.</source>
        <comment>engine</comment>
        <translation>La imagen está dañada.</translation>
    </message>
    <message>
        <source>The picture was turned as its EXIF orientation says.</source>
        <comment>engine</comment>
        <translation>La imagen se giró según su orientación EXIF.</translation>
    </message>
    <message>
        <source>The plus beside a sentence puts it into the report{key}. Nothing gets there by itself, and every step can be undone.</source>
        <translation>El signo más junto a una frase la pone en el informe{key}. Nada llega allí por sí solo, y cada paso se puede deshacer.</translation>
    </message>
    <message>
        <source>The present bundle reads</source>
        <comment>engine</comment>
        <translation>Lee el paquete actual</translation>
    </message>
    <message>
        <source>The presentation state cannot be read and is not applied.</source>
        <comment>engine</comment>
        <translation>El estado de presentación no se puede leer y no se aplica.</translation>
    </message>
    <message>
        <source>The presentation state gives pixels another shape than the film&apos;s file; the file&apos;s is drawn.</source>
        <comment>engine</comment>
        <translation>El estado de presentación da a los píxeles otra forma que el archivo de la radiografía; se dibuja la del archivo.</translation>
    </message>
    <message>
        <source>The presentation state has more annotations than can be shown.</source>
        <comment>engine</comment>
        <translation>El estado de presentación tiene más anotaciones de las que se pueden mostrar.</translation>
    </message>
    <message>
        <source>The presentation state has no window; the film&apos;s own is used.</source>
        <comment>engine</comment>
        <translation>El estado de presentación no tiene ventana; se usa la de la radiografía.</translation>
    </message>
    <message>
        <source>The presentation state mirrors the film: left and right are exchanged.</source>
        <comment>engine</comment>
        <translation>El estado de presentación refleja la radiografía: izquierda y derecha están intercambiadas.</translation>
    </message>
    <message>
        <source>The presentation state turns the film by {0}°.</source>
        <comment>engine</comment>
        <translation>El estado de presentación gira la radiografía {0}°.</translation>
    </message>
    <message>
        <source>The presentation state turns the film by {0}°; this is not applied.</source>
        <comment>engine</comment>
        <translation>El estado de presentación gira la radiografía {0}°; esto no se aplica.</translation>
    </message>
    <message>
        <source>The presentation state {name} is for films that are not here.</source>
        <translation>El estado de presentación {name} es para radiografías que no están aquí.</translation>
    </message>
    <message>
        <source>The presentation state&apos;s own presentation lookup table is damaged and is not applied.</source>
        <comment>engine</comment>
        <translation>La tabla de presentación propia del estado de presentación está dañada y no se aplica.</translation>
    </message>
    <message>
        <source>The primer has format {0}; format {1} is read.</source>
        <comment>engine</comment>
        <translation>El manual tiene el formato {0}; se lee el formato {1}.</translation>
    </message>
    <message>
        <source>The prior&apos;s files hold another study now.</source>
        <translation>Ahora los archivos del previo contienen otro estudio.</translation>
    </message>
    <message>
        <source>The program that trains ended.</source>
        <comment>engine</comment>
        <translation>El programa que entrena terminó.</translation>
    </message>
    <message>
        <source>The report has changed; nothing was signed.</source>
        <translation>El informe ha cambiado; no se firmó nada.</translation>
    </message>
    <message>
        <source>The report is saved.</source>
        <translation>El informe está guardado.</translation>
    </message>
    <message>
        <source>The report is signed. {signature}</source>
        <translation>El informe está firmado. {signature}</translation>
    </message>
    <message>
        <source>The report was also written in another window: {who}.</source>
        <translation>El informe se escribió también en otra ventana: {who}.</translation>
    </message>
    <message>
        <source>The report was not sent. {why}</source>
        <translation>El informe no se envió. {why}</translation>
    </message>
    <message>
        <source>The retraining left no result.</source>
        <comment>engine</comment>
        <translation>El reentrenamiento no dejó ningún resultado.</translation>
    </message>
    <message>
        <source>The review is {0}, not {1}.</source>
        <comment>engine</comment>
        <translation>La revisión está en estado {0}, no {1}.</translation>
    </message>
    <message>
        <source>The review&apos;s log does not fit together.</source>
        <comment>engine</comment>
        <translation>El registro de la revisión no encaja.</translation>
    </message>
    <message>
        <source>The sets are being read.</source>
        <translation>Se leen los conjuntos.</translation>
    </message>
    <message>
        <source>The settings cannot be saved ({0}).</source>
        <comment>engine</comment>
        <translation>No se pueden guardar los ajustes ({0}).</translation>
    </message>
    <message>
        <source>The settings file cannot be read.</source>
        <comment>engine</comment>
        <translation>No se puede leer el archivo de ajustes.</translation>
    </message>
    <message>
        <source>The settings file holds no JSON object.</source>
        <comment>engine</comment>
        <translation>El archivo de ajustes no contiene un objeto JSON.</translation>
    </message>
    <message>
        <source>The settings file is no JSON.</source>
        <comment>engine</comment>
        <translation>El archivo de ajustes no es JSON.</translation>
    </message>
    <message>
        <source>The settings file needs Base64 texts in layout.</source>
        <comment>engine</comment>
        <translation>El archivo de ajustes necesita textos Base64 en layout.</translation>
    </message>
    <message>
        <source>The settings file needs a number from 0 to 1 for {0}.</source>
        <comment>engine</comment>
        <translation>El archivo de ajustes necesita un número de 0 a 1 para {0}.</translation>
    </message>
    <message>
        <source>The settings file needs a text for {0}.</source>
        <comment>engine</comment>
        <translation>El archivo de ajustes necesita un texto para {0}.</translation>
    </message>
    <message>
        <source>The settings file needs a whole number from {0} to {1} for {2}.</source>
        <comment>engine</comment>
        <translation>El archivo de ajustes necesita un número entero de {0} a {1} para {2}.</translation>
    </message>
    <message>
        <source>The settings file needs an object for keys.</source>
        <comment>engine</comment>
        <translation>El archivo de ajustes necesita un objeto para keys.</translation>
    </message>
    <message>
        <source>The settings file needs an object for layout.</source>
        <comment>engine</comment>
        <translation>El archivo de ajustes necesita un objeto para layout.</translation>
    </message>
    <message>
        <source>The settings file needs one of {0} for character_set.</source>
        <comment>engine</comment>
        <translation>El archivo de ajustes necesita uno de {0} para character_set.</translation>
    </message>
    <message>
        <source>The settings file needs one of {0} for device.</source>
        <comment>engine</comment>
        <translation>El archivo de ajustes necesita uno de {0} para device.</translation>
    </message>
    <message>
        <source>The settings file needs one of {0} for language.</source>
        <comment>engine</comment>
        <translation>El archivo de ajustes necesita uno de {0} para language.</translation>
    </message>
    <message>
        <source>The settings file needs one of {0} for paper.</source>
        <comment>engine</comment>
        <translation>El archivo de ajustes necesita uno de {0} para paper.</translation>
    </message>
    <message>
        <source>The settings file needs true or false for {0}.</source>
        <comment>engine</comment>
        <translation>El archivo de ajustes necesita true o false para {0}.</translation>
    </message>
    <message>
        <source>The settings hold keys that are not used: {why}</source>
        <translation>Los ajustes contienen teclas que no se usan: {why}</translation>
    </message>
    <message>
        <source>The sex is another.</source>
        <translation>El sexo es otro.</translation>
    </message>
    <message>
        <source>The shutter of the file is off.</source>
        <translation>El obturador del archivo está desactivado.</translation>
    </message>
    <message>
        <source>The signed report goes to the archive as a DICOM structured report, with its patient.</source>
        <translation>El informe firmado va al archivo de imágenes como informe estructurado DICOM, con su paciente.</translation>
    </message>
    <message>
        <source>The signed report is kept here; send it again.</source>
        <translation>El informe firmado se conserva aquí; envíelo otra vez.</translation>
    </message>
    <message>
        <source>The signed text stays as it is; the addendum stands below it.</source>
        <translation>El texto firmado queda como está; la adenda va debajo.</translation>
    </message>
    <message>
        <source>The source elected draft {0}, although draft {1} has the best vote.</source>
        <comment>engine</comment>
        <translation>El origen eligió el borrador {0}, aunque el borrador {1} tiene el mejor voto.</translation>
    </message>
    <message>
        <source>The source gives no right answer, so this question is not scored.</source>
        <translation>La fuente no da respuesta correcta, así que esta pregunta no se puntúa.</translation>
    </message>
    <message>
        <source>The source said nothing.</source>
        <translation>El origen no dice nada.</translation>
    </message>
    <message>
        <source>The store holds another text of this report.</source>
        <translation>El almacén guarda otro texto de este informe.</translation>
    </message>
    <message>
        <source>The study came from this archive.</source>
        <translation>El estudio vino de este archivo de imágenes.</translation>
    </message>
    <message>
        <source>The study came from {name}, another archive.</source>
        <translation>El estudio vino de {name}, otro archivo de imágenes.</translation>
    </message>
    <message>
        <source>The study has more than {0} files.</source>
        <comment>engine</comment>
        <translation>El estudio tiene más de {0} archivos.</translation>
    </message>
    <message>
        <source>The study has no date, so none can be earlier.</source>
        <translation>El estudio no tiene fecha, así que ninguno puede ser anterior.</translation>
    </message>
    <message>
        <source>The study is being taken out of the cache.</source>
        <comment>engine</comment>
        <translation>El estudio se está retirando de la caché.</translation>
    </message>
    <message>
        <source>The study is larger than {0} MiB.</source>
        <comment>engine</comment>
        <translation>El estudio tiene más de {0} MiB.</translation>
    </message>
    <message>
        <source>The study is not on the worklist.</source>
        <comment>engine</comment>
        <translation>El estudio no está en la lista de trabajo.</translation>
    </message>
    <message>
        <source>The study names no patient by number, name and date, so none can be its prior.</source>
        <translation>El estudio no nombra a un paciente por número, nombre y fecha, así que ninguno puede ser su previo.</translation>
    </message>
    <message>
        <source>The system&apos;s keyring cannot be changed.</source>
        <comment>engine</comment>
        <translation>No se puede modificar el llavero del sistema.</translation>
    </message>
    <message>
        <source>The system&apos;s keyring cannot keep the password, so it was not kept.</source>
        <comment>engine</comment>
        <translation>El llavero del sistema no puede guardar la contraseña, así que no se ha guardado.</translation>
    </message>
    <message>
        <source>The template in use forbids to sign this.</source>
        <translation>La plantilla en uso impide firmar esto.</translation>
    </message>
    <message>
        <source>The time is over. The exam was finished.</source>
        <translation>Se acabó el tiempo. El examen se terminó.</translation>
    </message>
    <message>
        <source>The tokenizer has {0} words, the model {1}.</source>
        <comment>engine</comment>
        <translation>El tokenizador tiene {0} palabras; el modelo, {1}.</translation>
    </message>
    <message>
        <source>The vocabulary has none of the tokens {0}.</source>
        <comment>engine</comment>
        <translation>El vocabulario no tiene ninguno de los tokens {0}.</translation>
    </message>
    <message>
        <source>The {0} film has {1} frames; the first was read.</source>
        <comment>engine</comment>
        <translation>La radiografía {0} tiene {1} fotogramas; se leyó el primero.</translation>
    </message>
    <message>
        <source>The {0} film is in colour; the model saw its luminance alone.</source>
        <comment>engine</comment>
        <translation>La radiografía {0} está en color; el modelo solo vio su luminancia.</translation>
    </message>
    <message>
        <source>Their reviews are kept.</source>
        <translation>Sus revisiones se conservan.</translation>
    </message>
    <message>
        <source>There are no image data in the file; it may have been cut.</source>
        <comment>engine</comment>
        <translation>No hay datos de imagen en el archivo; puede estar cortado.</translation>
    </message>
    <message>
        <source>There are no macros yet.</source>
        <translation>Aún no hay macros.</translation>
    </message>
    <message>
        <source>There are no templates.</source>
        <translation>No hay plantillas.</translation>
    </message>
    <message>
        <source>There is a file of that name, and it was left as it is.</source>
        <comment>engine</comment>
        <translation>Ya hay un archivo con ese nombre y se dejó como está.</translation>
    </message>
    <message>
        <source>There is no archive to send to.</source>
        <translation>No hay ningún archivo de imágenes al que enviar.</translation>
    </message>
    <message>
        <source>There is no bundle here: no {0} was found.</source>
        <comment>engine</comment>
        <translation>Aquí no hay ningún paquete: no se encontró {0}.</translation>
    </message>
    <message>
        <source>There is no database.</source>
        <comment>engine</comment>
        <translation>No hay base de datos.</translation>
    </message>
    <message>
        <source>There is no decoder for {0}.</source>
        <comment>engine</comment>
        <translation>No hay decodificador para {0}.</translation>
    </message>
    <message>
        <source>There is no document in the file; it may have been cut.</source>
        <comment>engine</comment>
        <translation>No hay ningún documento en el archivo; puede estar cortado.</translation>
    </message>
    <message>
        <source>There is no driver for {0} here.</source>
        <comment>engine</comment>
        <translation>Aquí no hay controlador para {0}.</translation>
    </message>
    <message>
        <source>There is no empty field here any more.</source>
        <comment>engine</comment>
        <translation>Aquí ya no hay ningún campo vacío.</translation>
    </message>
    <message>
        <source>There is no file in the archive that can be read.</source>
        <comment>engine</comment>
        <translation>El archivo ZIP no contiene ningún archivo que se pueda leer.</translation>
    </message>
    <message>
        <source>There is no report to export.</source>
        <translation>No hay informe que exportar.</translation>
    </message>
    <message>
        <source>There is no report to send.</source>
        <translation>No hay ningún informe que enviar.</translation>
    </message>
    <message>
        <source>There is no review yet to export.</source>
        <translation>Aún no hay revisiones que exportar.</translation>
    </message>
    <message>
        <source>There is no study here.</source>
        <translation>Aquí no hay ningún estudio.</translation>
    </message>
    <message>
        <source>There is no such file.</source>
        <comment>engine</comment>
        <translation>No existe ese archivo.</translation>
    </message>
    <message>
        <source>There is no such review.</source>
        <comment>engine</comment>
        <translation>No existe esa revisión.</translation>
    </message>
    <message>
        <source>There is no version yet: nothing was written.</source>
        <translation>Aún no hay versiones: no se ha escrito nada.</translation>
    </message>
    <message>
        <source>There is no way to that machine.</source>
        <comment>engine</comment>
        <translation>No hay forma de llegar a ese equipo.</translation>
    </message>
    <message>
        <source>There is nothing to restore.</source>
        <comment>engine</comment>
        <translation>No hay nada que restaurar.</translation>
    </message>
    <message>
        <source>There is nothing to sign: the report is empty.</source>
        <comment>engine</comment>
        <translation>No hay nada que firmar: el informe está vacío.</translation>
    </message>
    <message>
        <source>There is nothing to sign: the report is empty.</source>
        <translation>No hay nada que firmar: el informe está vacío.</translation>
    </message>
    <message>
        <source>There is something of this name already.</source>
        <comment>engine</comment>
        <translation>Ya hay algo con este nombre.</translation>
    </message>
    <message>
        <source>These drafts could not be compared. {why}</source>
        <translation>No se pudieron comparar estos borradores. {why}</translation>
    </message>
    <message>
        <source>These drafts could not be laid side by side. {why}</source>
        <translation>No se pudieron poner lado a lado estos borradores. {why}</translation>
    </message>
    <message>
        <source>They can be retrieved again; their reviews are kept.</source>
        <translation>Se pueden recuperar otra vez; sus revisiones se conservan.</translation>
    </message>
    <message>
        <source>This JSON is nested too deep or has a number that is too long.</source>
        <comment>engine</comment>
        <translation>Este JSON está anidado a demasiada profundidad o tiene un número demasiado largo.</translation>
    </message>
    <message>
        <source>This TOML is nested too deep.</source>
        <comment>engine</comment>
        <translation>Este TOML está anidado a demasiada profundidad.</translation>
    </message>
    <message>
        <source>This addendum was made for another report and was not added.</source>
        <comment>engine</comment>
        <translation>Esta adenda se hizo para otro informe y no se añadió.</translation>
    </message>
    <message>
        <source>This archive cannot be taken over: {0}.</source>
        <comment>engine</comment>
        <translation>No se puede incorporar este archivo: {0}.</translation>
    </message>
    <message>
        <source>This archive is not in the list any more.</source>
        <translation>Este archivo de imágenes ya no está en la lista.</translation>
    </message>
    <message>
        <source>This bundle is a {0} and does not answer questions.</source>
        <comment>engine</comment>
        <translation>Este paquete es un {0} y no responde preguntas.</translation>
    </message>
    <message>
        <source>This bundle is a {0} and does not write reports.</source>
        <comment>engine</comment>
        <translation>Este paquete es un {0} y no escribe informes.</translation>
    </message>
    <message>
        <source>This captioner reads regions that a detector found, not films.</source>
        <comment>engine</comment>
        <translation>Este descriptor lee regiones halladas por un detector, no radiografías.</translation>
    </message>
    <message>
        <source>This change was made for another text and was not applied.</source>
        <comment>engine</comment>
        <translation>Este cambio se hizo para otro texto y no se aplicó.</translation>
    </message>
    <message>
        <source>This database is not Consilium&apos;s and was left as it is.</source>
        <comment>engine</comment>
        <translation>Esta base de datos no es de Consilium y se dejó como está.</translation>
    </message>
    <message>
        <source>This expert wrote nothing.</source>
        <translation>Este experto no escribió nada.</translation>
    </message>
    <message>
        <source>This film belongs to another study.</source>
        <translation>Esta radiografía es de otro estudio.</translation>
    </message>
    <message>
        <source>This film has an overlay inside its pixels, which cannot be taken out.</source>
        <comment>engine</comment>
        <translation>Esta radiografía tiene un plano superpuesto dentro de sus píxeles, que no se puede quitar.</translation>
    </message>
    <message>
        <source>This film is unlike all films that this model has learned from. It has never seen such a film: do not rely on these drafts.</source>
        <comment>engine</comment>
        <translation>Esta radiografía no se parece a ninguna de las que aprendió este modelo. Nunca ha visto una así: no se fíe de estos borradores.</translation>
    </message>
    <message>
        <source>This folder has no TOML file.</source>
        <comment>engine</comment>
        <translation>Esta carpeta no tiene ningún archivo TOML.</translation>
    </message>
    <message>
        <source>This id stands in two files.</source>
        <comment>engine</comment>
        <translation>Este identificador está en dos archivos.</translation>
    </message>
    <message>
        <source>This id stands twice.</source>
        <comment>engine</comment>
        <translation>Este identificador aparece dos veces.</translation>
    </message>
    <message>
        <source>This is UTF-16 text.</source>
        <comment>engine</comment>
        <translation>Este es texto UTF-16.</translation>
    </message>
    <message>
        <source>This is XML or HTML, which is not read.</source>
        <comment>engine</comment>
        <translation>Esto es XML o HTML, que no se lee.</translation>
    </message>
    <message>
        <source>This is a 7z archive.</source>
        <comment>engine</comment>
        <translation>Este es un archivo 7z.</translation>
    </message>
    <message>
        <source>This is a ZIP archive.</source>
        <comment>engine</comment>
        <translation>Este es un archivo ZIP.</translation>
    </message>
    <message>
        <source>This is a colour image; windows, measurements and the model see its luminance.</source>
        <comment>engine</comment>
        <translation>Esta es una imagen en color; las ventanas, las mediciones y el modelo ven su luminancia.</translation>
    </message>
    <message>
        <source>This is a colour picture; windows, measurements and the model see its luminance.</source>
        <comment>engine</comment>
        <translation>Esta es una imagen en color; las ventanas, las mediciones y el modelo ven su luminancia.</translation>
    </message>
    <message>
        <source>This is a gzip archive.</source>
        <comment>engine</comment>
        <translation>Este es un archivo gzip.</translation>
    </message>
    <message>
        <source>This is a link to a file.</source>
        <comment>engine</comment>
        <translation>Esto es un enlace a un archivo.</translation>
    </message>
    <message>
        <source>This is a link to a folder.</source>
        <comment>engine</comment>
        <translation>Este es un enlace a una carpeta.</translation>
    </message>
    <message>
        <source>This is no DICOM file, or its header is not complete.</source>
        <comment>engine</comment>
        <translation>No es un archivo DICOM, o su cabecera no está completa.</translation>
    </message>
    <message>
        <source>This is no PDF.</source>
        <comment>engine</comment>
        <translation>Esto no es un PDF.</translation>
    </message>
    <message>
        <source>This is no Study Instance UID.</source>
        <comment>engine</comment>
        <translation>Esto no es un Study Instance UID.</translation>
    </message>
    <message>
        <source>This is no folder.</source>
        <comment>engine</comment>
        <translation>Esto no es una carpeta.</translation>
    </message>
    <message>
        <source>This is no radiograph; its modality is {0}.</source>
        <comment>engine</comment>
        <translation>Esta no es una radiografía; su modalidad es {0}.</translation>
    </message>
    <message>
        <source>This is no text file.</source>
        <comment>engine</comment>
        <translation>Este no es un archivo de texto.</translation>
    </message>
    <message>
        <source>This is not JSON: {0} in line {1}.</source>
        <comment>engine</comment>
        <translation>Esto no es JSON: {0} en la línea {1}.</translation>
    </message>
    <message>
        <source>This is not TOML: {0}.</source>
        <comment>engine</comment>
        <translation>Esto no es TOML: {0}.</translation>
    </message>
    <message>
        <source>This is not a DICOM file.</source>
        <comment>engine</comment>
        <translation>Este no es un archivo DICOM.</translation>
    </message>
    <message>
        <source>This is not a database.</source>
        <comment>engine</comment>
        <translation>Esto no es una base de datos.</translation>
    </message>
    <message>
        <source>This is not a readable familiarity file.</source>
        <comment>engine</comment>
        <translation>Este no es un archivo de familiaridad legible.</translation>
    </message>
    <message>
        <source>This is not a readable tokenizer file.</source>
        <comment>engine</comment>
        <translation>Este no es un archivo de tokenizador legible.</translation>
    </message>
    <message>
        <source>This is not a regular file.</source>
        <comment>engine</comment>
        <translation>Este no es un archivo normal.</translation>
    </message>
    <message>
        <source>This is not in the audit. {why}</source>
        <translation>Esto no está en la auditoría. {why}</translation>
    </message>
    <message>
        <source>This is {0}, not text.</source>
        <comment>engine</comment>
        <translation>Esto es {0}, no texto.</translation>
    </message>
    <message>
        <source>This machine has no font to print with.</source>
        <comment>engine</comment>
        <translation>Este equipo no tiene ninguna fuente para imprimir.</translation>
    </message>
    <message>
        <source>This machine has no keyring that can be read, so the password is not known.</source>
        <comment>engine</comment>
        <translation>Este equipo no tiene un llavero que se pueda leer, así que no se conoce la contraseña.</translation>
    </message>
    <message>
        <source>This one is shown turned by a quarter.</source>
        <translation>Esta se muestra girada un cuarto de vuelta.</translation>
    </message>
    <message>
        <source>This one was taken from the side.</source>
        <translation>Esta se tomó de lado.</translation>
    </message>
    <message>
        <source>This panel is about a study that is not on the worklist.</source>
        <translation>Este panel trata de un estudio que no está en la lista de trabajo.</translation>
    </message>
    <message>
        <source>This panel names no study and was put to the one on the screen.</source>
        <translation>Este panel no nombra ningún estudio y se asignó al que está en pantalla.</translation>
    </message>
    <message>
        <source>This prior has no {view} film.</source>
        <translation>Este previo no tiene radiografía {view}.</translation>
    </message>
    <message>
        <source>This question has an image, {name}, which is not there. It may have no answer without it.</source>
        <translation>Esta pregunta tiene una imagen, {name}, que no está. Quizá sin ella no tenga respuesta.</translation>
    </message>
    <message>
        <source>This report is signed; nothing is restored.</source>
        <translation>Este informe está firmado; no se restaura nada.</translation>
    </message>
    <message>
        <source>This report is signed; nothing more is measured.</source>
        <translation>Este informe está firmado; no se mide nada más.</translation>
    </message>
    <message>
        <source>This report is signed; nothing more is taken into it.</source>
        <translation>Este informe está firmado; ya no admite más frases.</translation>
    </message>
    <message>
        <source>This report was changed elsewhere, too; nothing is signed before one of the texts is kept.</source>
        <translation>Este informe también se modificó en otro lugar; no se firma nada hasta que se conserve uno de los textos.</translation>
    </message>
    <message>
        <source>This review is signed and takes no more edits.</source>
        <comment>engine</comment>
        <translation>Esta revisión está firmada y no admite más cambios.</translation>
    </message>
    <message>
        <source>This review was changed in another window meanwhile; your last changes are not saved.</source>
        <comment>engine</comment>
        <translation>Esta revisión se cambió entretanto en otra ventana; sus últimos cambios no están guardados.</translation>
    </message>
    <message>
        <source>This sentence stands in the report. Take it once more</source>
        <translation>Esta frase ya está en el informe. Usarla otra vez</translation>
    </message>
    <message>
        <source>This set is there already.</source>
        <translation>Este conjunto ya está.</translation>
    </message>
    <message>
        <source>This signature was made for another text and was not set.</source>
        <comment>engine</comment>
        <translation>Esta firma se hizo para otro texto y no se puso.</translation>
    </message>
    <message>
        <source>This study cannot be opened: {reason}</source>
        <translation>No se puede abrir este estudio: {reason}</translation>
    </message>
    <message>
        <source>This study has no film that can be shown.</source>
        <translation>Este estudio no tiene ninguna radiografía que se pueda mostrar.</translation>
    </message>
    <message>
        <source>This study has no film that the panel can read.</source>
        <comment>engine</comment>
        <translation>Este estudio no tiene ninguna radiografía que el panel pueda leer.</translation>
    </message>
    <message>
        <source>This study is not here yet.</source>
        <translation>Este estudio todavía no está aquí.</translation>
    </message>
    <message>
        <source>This study is not shown beside the current one. {why}</source>
        <translation>Este estudio no se muestra junto al actual. {why}</translation>
    </message>
    <message>
        <source>This study was not read</source>
        <translation>Este estudio no se leyó</translation>
    </message>
    <message>
        <source>This study&apos;s UID is kept for another patient, so it was not opened under that review.</source>
        <comment>engine</comment>
        <translation>El UID de este estudio consta para otro paciente, por lo que no se abrió con esa revisión.</translation>
    </message>
    <message>
        <source>This would ask for everything that the archive holds.</source>
        <translation>Esto pediría todo lo que tiene el archivo de imágenes.</translation>
    </message>
    <message>
        <source>Threshold: lower attention is clear</source>
        <translation>Umbral: la atención inferior es transparente</translation>
    </message>
    <message>
        <source>Time of the study</source>
        <translation>Fecha del estudio</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Hasta</translation>
    </message>
    <message>
        <source>To receive over TLS, a certificate of our own is needed.</source>
        <comment>engine</comment>
        <translation>Para recibir por TLS hace falta un certificado propio.</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>Hoy</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Tour</source>
        <translation>Recorrido</translation>
    </message>
    <message>
        <source>Train one with an image backbone.</source>
        <comment>engine</comment>
        <translation>Entrene uno con una red de imágenes.</translation>
    </message>
    <message>
        <source>Train or copy the bundle again.</source>
        <comment>engine</comment>
        <translation>Entrene o copie el paquete de nuevo.</translation>
    </message>
    <message>
        <source>Training: reports</source>
        <comment>engine</comment>
        <translation>Entrenamiento: informes</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Reintentar</translation>
    </message>
    <message>
        <source>Try again later.</source>
        <comment>engine</comment>
        <translation>Inténtelo más tarde.</translation>
    </message>
    <message>
        <source>Try again, or ask who runs it.</source>
        <comment>engine</comment>
        <translation>Inténtelo de nuevo, o pregunte a quien lo administra.</translation>
    </message>
    <message>
        <source>Try again.</source>
        <comment>engine</comment>
        <translation>Inténtelo de nuevo.</translation>
    </message>
    <message>
        <source>Try again.</source>
        <translation>Inténtelo de nuevo.</translation>
    </message>
    <message>
        <source>Try again; your text stays in the window.</source>
        <comment>engine</comment>
        <translation>Inténtelo de nuevo; su texto sigue en la ventana.</translation>
    </message>
    <message>
        <source>Try less of the name, or a longer time. Names are found from their beginning.</source>
        <translation>Pruebe con menos del nombre o con más tiempo. Los nombres se buscan desde su comienzo.</translation>
    </message>
    <message>
        <source>Turkish</source>
        <translation>Turco</translation>
    </message>
    <message>
        <source>Turn the order</source>
        <translation>Invertir el orden</translation>
    </message>
    <message>
        <source>Tutor: the answer after each question</source>
        <translation>Tutor: la respuesta tras cada pregunta</translation>
    </message>
    <message>
        <source>Two archives are called &quot;{0}&quot;.</source>
        <comment>engine</comment>
        <translation>Dos archivos de imágenes se llaman «{0}».</translation>
    </message>
    <message>
        <source>Two drafts</source>
        <translation>Dos</translation>
    </message>
    <message>
        <source>Two texts of this report</source>
        <translation>Dos textos de este informe</translation>
    </message>
    <message>
        <source>UNFINISHED</source>
        <translation>SIN TERMINAR</translation>
    </message>
    <message>
        <source>Underlined passages stand as an expert wrote them; the raised letter says which.
Editing a passage takes its mark away.</source>
        <translation>Los pasajes subrayados están como los escribió un experto; la letra volada dice cuál.
Al editar un pasaje desaparece su marca.</translation>
    </message>
    <message>
        <source>Underlined: added. Struck out: removed. Restoring is a step that can be undone.</source>
        <translation>Subrayado: añadido. Tachado: eliminado. Restaurar es un paso que se puede deshacer.</translation>
    </message>
    <message>
        <source>Underlined: from AI drafts</source>
        <translation>Subrayado: de borradores de IA</translation>
    </message>
    <message>
        <source>Underlined: only in your text. Struck out: only in the stored one.</source>
        <translation>Subrayado: solo en su texto. Tachado: solo en el guardado.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Deshacer</translation>
    </message>
    <message>
        <source>Undo: {step}</source>
        <translation>Deshacer: {step}</translation>
    </message>
    <message>
        <source>Unicode (UTF-8)</source>
        <translation>Unicode (UTF-8)</translation>
    </message>
    <message>
        <source>Unlock it and try again.</source>
        <comment>engine</comment>
        <translation>Desbloquéelo e inténtelo de nuevo.</translation>
    </message>
    <message>
        <source>Unlock the keyring, or set the environment variable {0}.</source>
        <comment>engine</comment>
        <translation>Desbloquee el llavero, o defina la variable de entorno {0}.</translation>
    </message>
    <message>
        <source>Unpack it and open its folders one by one.</source>
        <comment>engine</comment>
        <translation>Descomprímalo y abra sus carpetas una por una.</translation>
    </message>
    <message>
        <source>Unpack it and open the folder.</source>
        <comment>engine</comment>
        <translation>Descomprímalo y abra la carpeta.</translation>
    </message>
    <message>
        <source>Unpack it or save it as CSV or JSON.</source>
        <comment>engine</comment>
        <translation>Descomprímalo o guárdelo como CSV o JSON.</translation>
    </message>
    <message>
        <source>Unpack it with its password and open the folder.</source>
        <comment>engine</comment>
        <translation>Descomprímalo con su contraseña y abra la carpeta.</translation>
    </message>
    <message>
        <source>Unpack the archive and open the folder.</source>
        <comment>engine</comment>
        <translation>Descomprima el archivo ZIP y abra la carpeta.</translation>
    </message>
    <message>
        <source>Update Consilium.</source>
        <comment>engine</comment>
        <translation>Actualice Consilium.</translation>
    </message>
    <message>
        <source>Use --device cpu, or look at the driver.</source>
        <comment>engine</comment>
        <translation>Use --device cpu o revise el controlador.</translation>
    </message>
    <message>
        <source>Use --runtime torch.</source>
        <comment>engine</comment>
        <translation>Use --runtime torch.</translation>
    </message>
    <message>
        <source>Use a word-level or WordPiece tokenizer that has them.</source>
        <comment>engine</comment>
        <translation>Use un tokenizador de palabras o WordPiece que los tenga.</translation>
    </message>
    <message>
        <source>Use the Consilium that wrote it, or a newer one.</source>
        <comment>engine</comment>
        <translation>Use el Consilium que lo escribió o uno más nuevo.</translation>
    </message>
    <message>
        <source>Use the Consilium that wrote them, or a newer one.</source>
        <comment>engine</comment>
        <translation>Use el Consilium que las escribió o uno más nuevo.</translation>
    </message>
    <message>
        <source>Use the new bundle</source>
        <translation>Usar el paquete nuevo</translation>
    </message>
    <message>
        <source>Use the server&apos;s own backups, or export an archive.</source>
        <comment>engine</comment>
        <translation>Use las copias de seguridad del servidor o exporte un archivo.</translation>
    </message>
    <message>
        <source>User</source>
        <translation>Usuario</translation>
    </message>
    <message>
        <source>User and password</source>
        <translation>Usuario y contraseña</translation>
    </message>
    <message>
        <source>Usual text</source>
        <translation>Texto normal</translation>
    </message>
    <message>
        <source>Versions of this report</source>
        <translation>Versiones de este informe</translation>
    </message>
    <message>
        <source>Versions…</source>
        <translation>Versiones…</translation>
    </message>
    <message>
        <source>Vote {vote}, rank {rank} of {count}.</source>
        <translation>Voto {vote}, puesto {rank} de {count}.</translation>
    </message>
    <message>
        <source>Votes are counted when every expert has written.</source>
        <translation>Los votos se cuentan cuando todos los expertos han escrito.</translation>
    </message>
    <message>
        <source>Votes by expert. {letters} was elected.</source>
        <translation>Votos por experto. Elegido: {letters}.</translation>
    </message>
    <message>
        <source>W {width}  L {level}</source>
        <translation>W {width}  L {level}</translation>
    </message>
    <message>
        <source>W –  L –</source>
        <translation>W –  L –</translation>
    </message>
    <message>
        <source>WORKLIST</source>
        <translation>LISTA</translation>
    </message>
    <message>
        <source>Wait for it, or cancel it.</source>
        <translation>Espere o cancélela.</translation>
    </message>
    <message>
        <source>What answers there announces a message without measure.</source>
        <comment>engine</comment>
        <translation>Lo que responde allí anuncia un mensaje desmesurado.</translation>
    </message>
    <message>
        <source>What arrives cannot be written.</source>
        <comment>engine</comment>
        <translation>No se puede escribir lo que llega.</translation>
    </message>
    <message>
        <source>What arrives cannot be written: {0}.</source>
        <comment>engine</comment>
        <translation>No se puede escribir lo que llega: {0}.</translation>
    </message>
    <message>
        <source>What it is: {basis}.</source>
        <translation>Qué es: {basis}.</translation>
    </message>
    <message>
        <source>What was there is still there. Free some space, or check who may write there.</source>
        <comment>engine</comment>
        <translation>Lo que había sigue ahí. Libere espacio o compruebe quién puede escribir ahí.</translation>
    </message>
    <message>
        <source>When the report says what you see, look it over and sign{key}. This tour signs nothing. Help has more, and the tour again.</source>
        <translation>Cuando el informe diga lo que usted ve, revíselo y fírmelo{key}. Este recorrido no firma nada. La ayuda tiene más, y de nuevo el recorrido.</translation>
    </message>
    <message>
        <source>Where an expert looked</source>
        <translation>Dónde miró un experto</translation>
    </message>
    <message>
        <source>Where the model sent the options</source>
        <translation>Adónde envió el modelo las opciones</translation>
    </message>
    <message>
        <source>Where this study came from is not known.</source>
        <translation>No se sabe de dónde vino este estudio.</translation>
    </message>
    <message>
        <source>Who</source>
        <translation>Quién</translation>
    </message>
    <message>
        <source>Who asks</source>
        <translation>Quién pregunta</translation>
    </message>
    <message>
        <source>Whoever cannot read the desk must be able to enlarge it without reading which key does.</source>
        <translation>Quien no pueda leer la pantalla debe poder ampliarla sin leer con qué tecla.</translation>
    </message>
    <message>
        <source>Whoever is lost must find the keys and the help on the same key everywhere.</source>
        <translation>Quien se pierda debe encontrar las teclas y la ayuda siempre en la misma tecla.</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>Ventana</translation>
    </message>
    <message>
        <source>Window width and level: drag with the right button, or choose one here</source>
        <translation>Ancho y nivel de ventana: arrastre con el botón derecho o elija aquí</translation>
    </message>
    <message>
        <source>With option {0} it has {1} tokens; the model reads {2}.</source>
        <comment>engine</comment>
        <translation>Con la opción {0} tiene {1} tokens; el modelo lee {2}.</translation>
    </message>
    <message numerus="yes">
        <source>With the text, %n measurement on the films is signed.</source>
        <comment>With the text, %n measurements on the films are signed.</comment>
        <translation>
            <numerusform>Con el texto se firma %n medida en las radiografías.</numerusform>
            <numerusform>Con el texto se firman %n medidas en las radiografías.</numerusform>
        </translation>
    </message>
    <message>
        <source>Words of a question or its options; Enter goes to the next</source>
        <translation>Palabras de una pregunta o de sus opciones; Intro va a la siguiente</translation>
    </message>
    <message>
        <source>Write a number from {0} on.</source>
        <comment>engine</comment>
        <translation>Escriba un número a partir de {0}.</translation>
    </message>
    <message>
        <source>Write a number from {0} to {1}.</source>
        <comment>engine</comment>
        <translation>Escriba un número de {0} a {1}.</translation>
    </message>
    <message>
        <source>Write a number from {shortest} to {longest}, in millimetres.</source>
        <translation>Escriba un número de {shortest} a {longest}, en milímetros.</translation>
    </message>
    <message>
        <source>Write a number up to {0}.</source>
        <comment>engine</comment>
        <translation>Escriba un número hasta {0}.</translation>
    </message>
    <message>
        <source>Write a number.</source>
        <comment>engine</comment>
        <translation>Escriba un número.</translation>
    </message>
    <message>
        <source>Write a whole number from {0} on.</source>
        <comment>engine</comment>
        <translation>Escriba un número entero a partir de {0}.</translation>
    </message>
    <message>
        <source>Write a whole number from {0} to {1}.</source>
        <comment>engine</comment>
        <translation>Escriba un número entero de {0} a {1}.</translation>
    </message>
    <message>
        <source>Write a whole number up to {0}.</source>
        <comment>engine</comment>
        <translation>Escriba un número entero hasta {0}.</translation>
    </message>
    <message>
        <source>Write a whole number.</source>
        <comment>engine</comment>
        <translation>Escriba un número entero.</translation>
    </message>
    <message>
        <source>Write an addendum.</source>
        <comment>engine</comment>
        <translation>Escriba una adenda.</translation>
    </message>
    <message>
        <source>Write an addendum.</source>
        <translation>Escriba una adenda.</translation>
    </message>
    <message>
        <source>Write another one.</source>
        <comment>engine</comment>
        <translation>Escriba otra.</translation>
    </message>
    <message>
        <source>Write here, or take a template, or a draft or a sentence from the panel.</source>
        <translation>Escriba aquí, o use una plantilla, un borrador o una frase.</translation>
    </message>
    <message>
        <source>Write it as 2026-03-12.</source>
        <translation>Escríbalo como 2026-03-12.</translation>
    </message>
    <message>
        <source>Write it as 2026-03-12.</source>
        <comment>engine</comment>
        <translation>Escríbalo como 2026-03-12.</translation>
    </message>
    <message>
        <source>Write it without them.</source>
        <comment>engine</comment>
        <translation>Escríbalo sin ellos.</translation>
    </message>
    <message>
        <source>Write over it.</source>
        <comment>engine</comment>
        <translation>Escriba encima.</translation>
    </message>
    <message>
        <source>Write the report first.</source>
        <comment>engine</comment>
        <translation>Escriba primero el informe.</translation>
    </message>
    <message>
        <source>Write them into macros.toml.</source>
        <translation>Escríbalas en macros.toml.</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Usted</translation>
    </message>
    <message numerus="yes">
        <source>You and the model, %n question</source>
        <comment>You and the model, %n questions</comment>
        <translation>
            <numerusform>Usted y el modelo, %n pregunta</numerusform>
            <numerusform>Usted y el modelo, %n preguntas</numerusform>
        </translation>
    </message>
    <message>
        <source>You can also drop them anywhere.</source>
        <translation>También puede soltarlos en cualquier lugar.</translation>
    </message>
    <message>
        <source>Zoom</source>
        <translation>Zoom</translation>
    </message>
    <message>
        <source>a line of known length</source>
        <translation>una línea de longitud conocida</translation>
    </message>
    <message>
        <source>a macro&apos;s text in the place of its word</source>
        <translation>texto de la macro en vez de su palabra</translation>
    </message>
    <message>
        <source>abdomen</source>
        <comment>region</comment>
        <translation>abdomen</translation>
    </message>
    <message>
        <source>absent</source>
        <comment>finding</comment>
        <translation>ausente</translation>
    </message>
    <message>
        <source>add an addendum</source>
        <translation>añadir una adenda</translation>
    </message>
    <message>
        <source>add, change or test archives; the cache</source>
        <translation>añadir, cambiar o probar archivos de imágenes; la caché</translation>
    </message>
    <message>
        <source>added: {text}</source>
        <translation>añadido: {text}</translation>
    </message>
    <message>
        <source>addended</source>
        <translation>con adenda</translation>
    </message>
    <message>
        <source>addendum</source>
        <translation>adenda</translation>
    </message>
    <message>
        <source>additional finding</source>
        <comment>reason for an addendum</comment>
        <translation>hallazgo adicional</translation>
    </message>
    <message>
        <source>affinities: {shares}</source>
        <translation>afinidades: {shares}</translation>
    </message>
    <message>
        <source>airways</source>
        <comment>region</comment>
        <translation>vía aérea</translation>
    </message>
    <message>
        <source>all identical</source>
        <translation>todos idénticos</translation>
    </message>
    <message>
        <source>all values outside the window</source>
        <translation>todos los valores fuera de la ventana</translation>
    </message>
    <message>
        <source>altered in the database since they were signed</source>
        <translation>alterados en la base de datos desde la firma</translation>
    </message>
    <message>
        <source>angle tool</source>
        <translation>herramienta de ángulo</translation>
    </message>
    <message>
        <source>annotations of the file on or off</source>
        <translation>mostrar u ocultar las anotaciones del archivo</translation>
    </message>
    <message>
        <source>answered</source>
        <translation>respondida</translation>
    </message>
    <message>
        <source>any time</source>
        <translation>cualquier fecha</translation>
    </message>
    <message>
        <source>aorta</source>
        <comment>subject of a statement</comment>
        <translation>aorta</translation>
    </message>
    <message>
        <source>archive</source>
        <translation>archivo de imágenes</translation>
    </message>
    <message>
        <source>archive: search and retrieve</source>
        <translation>archivo de imágenes: buscar y recuperar</translation>
    </message>
    <message>
        <source>archives</source>
        <translation>archivos de imágenes</translation>
    </message>
    <message>
        <source>ask the model this question, once its answer is shown</source>
        <translation>hacer al modelo esta pregunta, cuando se muestra su respuesta</translation>
    </message>
    <message>
        <source>ask the same again</source>
        <translation>preguntar lo mismo otra vez</translation>
    </message>
    <message>
        <source>at most</source>
        <translation>como máximo</translation>
    </message>
    <message>
        <source>atelectasis</source>
        <comment>subject of a statement</comment>
        <translation>atelectasia</translation>
    </message>
    <message>
        <source>attention, not probability</source>
        <translation>atención, no probabilidad</translation>
    </message>
    <message>
        <source>auto</source>
        <translation>automática</translation>
    </message>
    <message>
        <source>back to draft</source>
        <translation>volver a borrador</translation>
    </message>
    <message>
        <source>between…</source>
        <translation>entre…</translation>
    </message>
    <message>
        <source>bilateral</source>
        <comment>side of the body</comment>
        <translation>bilateral</translation>
    </message>
    <message>
        <source>birth date</source>
        <translation>fecha de nacimiento</translation>
    </message>
    <message>
        <source>bone density</source>
        <comment>subject of a statement</comment>
        <translation>densidad ósea</translation>
    </message>
    <message>
        <source>bones</source>
        <comment>subject of a statement</comment>
        <translation>huesos</translation>
    </message>
    <message>
        <source>bones</source>
        <comment>region</comment>
        <translation>huesos</translation>
    </message>
    <message>
        <source>both right</source>
        <translation>ambos aciertan</translation>
    </message>
    <message>
        <source>both texts</source>
        <translation>ambos textos</translation>
    </message>
    <message>
        <source>by hand</source>
        <translation>manual</translation>
    </message>
    <message>
        <source>calibrate a film</source>
        <comment>step</comment>
        <translation>calibrar una radiografía</translation>
    </message>
    <message>
        <source>calibrate by a known length</source>
        <translation>calibrar con una longitud conocida</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>cancelado</translation>
    </message>
    <message>
        <source>cannot be kept</source>
        <translation>no se puede guardar</translation>
    </message>
    <message>
        <source>central line</source>
        <comment>subject of a statement</comment>
        <translation>vía central</translation>
    </message>
    <message>
        <source>change a cardiothoracic ratio</source>
        <comment>step</comment>
        <translation>cambiar un índice cardiotorácico</translation>
    </message>
    <message>
        <source>change a known length</source>
        <comment>step</comment>
        <translation>cambiar una longitud conocida</translation>
    </message>
    <message>
        <source>change a length</source>
        <comment>step</comment>
        <translation>cambiar una longitud</translation>
    </message>
    <message>
        <source>change a rectangle</source>
        <comment>step</comment>
        <translation>cambiar un rectángulo</translation>
    </message>
    <message>
        <source>change an angle</source>
        <comment>step</comment>
        <translation>cambiar un ángulo</translation>
    </message>
    <message>
        <source>change an ellipse</source>
        <comment>step</comment>
        <translation>cambiar una elipse</translation>
    </message>
    <message>
        <source>chest</source>
        <translation>tórax</translation>
    </message>
    <message>
        <source>chest tube</source>
        <comment>subject of a statement</comment>
        <translation>tubo de tórax</translation>
    </message>
    <message>
        <source>choose option A</source>
        <translation>elegir la opción A</translation>
    </message>
    <message>
        <source>choose option B</source>
        <translation>elegir la opción B</translation>
    </message>
    <message>
        <source>choose option C</source>
        <translation>elegir la opción C</translation>
    </message>
    <message>
        <source>choose option D</source>
        <translation>elegir la opción D</translation>
    </message>
    <message>
        <source>choose option E</source>
        <translation>elegir la opción E</translation>
    </message>
    <message>
        <source>choose the first, second, third … option</source>
        <translation>elegir la primera, segunda, tercera … opción</translation>
    </message>
    <message>
        <source>choose: {what}</source>
        <translation>elegir: {what}</translation>
    </message>
    <message>
        <source>chooses the whole text</source>
        <translation>selecciona todo el texto</translation>
    </message>
    <message>
        <source>clear</source>
        <comment>finding</comment>
        <translation>normal</translation>
    </message>
    <message>
        <source>clear the cache of retrieved studies</source>
        <translation>vaciar la caché de estudios recuperados</translation>
    </message>
    <message>
        <source>commands and their keys</source>
        <translation>órdenes y sus teclas</translation>
    </message>
    <message>
        <source>compare</source>
        <translation>comparar</translation>
    </message>
    <message>
        <source>compare all drafts, or two</source>
        <translation>comparar todos los borradores o dos</translation>
    </message>
    <message>
        <source>comparison</source>
        <comment>subject of a statement</comment>
        <translation>comparación</translation>
    </message>
    <message>
        <source>comparison with an earlier study</source>
        <comment>reason for an addendum</comment>
        <translation>comparación con un estudio anterior</translation>
    </message>
    <message>
        <source>consolidation</source>
        <comment>subject of a statement</comment>
        <translation>consolidación</translation>
    </message>
    <message>
        <source>contents</source>
        <translation>contenido</translation>
    </message>
    <message>
        <source>contradiction: {words}</source>
        <translation>contradicción: {words}</translation>
    </message>
    <message>
        <source>copies, cuts or pastes text</source>
        <translation>copia, corta o pega texto</translation>
    </message>
    <message>
        <source>correction</source>
        <comment>reason for an addendum</comment>
        <translation>corrección</translation>
    </message>
    <message>
        <source>deletes text</source>
        <translation>borra texto</translation>
    </message>
    <message>
        <source>devices</source>
        <comment>region</comment>
        <translation>dispositivos</translation>
    </message>
    <message>
        <source>diagnosis</source>
        <comment>question</comment>
        <translation>diagnóstico</translation>
    </message>
    <message>
        <source>diaphragm</source>
        <comment>subject of a statement</comment>
        <translation>diafragma</translation>
    </message>
    <message>
        <source>diaphragm</source>
        <comment>region</comment>
        <translation>diafragma</translation>
    </message>
    <message>
        <source>draft</source>
        <translation>borrador</translation>
    </message>
    <message>
        <source>drafts of several origins</source>
        <translation>borradores de varios orígenes</translation>
    </message>
    <message>
        <source>edit a sentence of {letter}</source>
        <translation>editar una frase de {letter}</translation>
    </message>
    <message>
        <source>edit the report</source>
        <translation>editar el informe</translation>
    </message>
    <message>
        <source>elected</source>
        <translation>elegido</translation>
    </message>
    <message>
        <source>ellipse tool</source>
        <translation>herramienta de elipse</translation>
    </message>
    <message>
        <source>endotracheal tube</source>
        <comment>subject of a statement</comment>
        <translation>tubo endotraqueal</translation>
    </message>
    <message>
        <source>engine failed · review only</source>
        <translation>fallo del motor · solo revisión</translation>
    </message>
    <message>
        <source>engine loading</source>
        <translation>cargando el motor</translation>
    </message>
    <message>
        <source>engine: {state}</source>
        <translation>motor: {state}</translation>
    </message>
    <message>
        <source>exam</source>
        <comment>sitting</comment>
        <translation>examen</translation>
    </message>
    <message>
        <source>expert {letter}</source>
        <translation>experto {letter}</translation>
    </message>
    <message>
        <source>expert {letter}, gate {gate}</source>
        <translation>experto {letter}, puerta {gate}</translation>
    </message>
    <message>
        <source>expert {letter}, these words</source>
        <translation>experto {letter}, estas palabras</translation>
    </message>
    <message>
        <source>expert {letter}, this word</source>
        <translation>experto {letter}, esta palabra</translation>
    </message>
    <message>
        <source>experts: {list}</source>
        <translation>expertos: {list}</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fallo</translation>
    </message>
    <message>
        <source>field {label}</source>
        <translation>campo {label}</translation>
    </message>
    <message>
        <source>file</source>
        <translation>archivo</translation>
    </message>
    <message>
        <source>files missing</source>
        <translation>faltan archivos</translation>
    </message>
    <message>
        <source>files that were not opened</source>
        <translation>archivos que no se abrieron</translation>
    </message>
    <message>
        <source>fill in “{label}”</source>
        <translation>rellenar «{label}»</translation>
    </message>
    <message>
        <source>film {view}</source>
        <translation>radiografía {view}</translation>
    </message>
    <message>
        <source>films in a window of their own, and back</source>
        <translation>radiografías en su propia ventana, y de vuelta</translation>
    </message>
    <message>
        <source>findings by expert</source>
        <translation>hallazgos por experto</translation>
    </message>
    <message>
        <source>finish the sitting</source>
        <translation>terminar la sesión</translation>
    </message>
    <message>
        <source>fit</source>
        <translation>ajustar</translation>
    </message>
    <message>
        <source>flag the question, or take the flag away</source>
        <translation>marcar la pregunta, o quitar la marca</translation>
    </message>
    <message>
        <source>frame {number} of {count}</source>
        <translation>imagen {number} de {count}</translation>
    </message>
    <message>
        <source>from the fields to the results</source>
        <translation>de los campos a los resultados</translation>
    </message>
    <message>
        <source>full range</source>
        <translation>rango completo</translation>
    </message>
    <message>
        <source>gastric tube</source>
        <comment>subject of a statement</comment>
        <translation>sonda gástrica</translation>
    </message>
    <message>
        <source>go on: {sitting}</source>
        <translation>seguir: {sitting}</translation>
    </message>
    <message>
        <source>granulomatous disease</source>
        <comment>subject of a statement</comment>
        <translation>enfermedad granulomatosa</translation>
    </message>
    <message>
        <source>heart</source>
        <comment>subject of a statement</comment>
        <translation>corazón</translation>
    </message>
    <message>
        <source>heart</source>
        <comment>region</comment>
        <translation>corazón</translation>
    </message>
    <message>
        <source>heart / thorax {ratio}</source>
        <translation>corazón / tórax {ratio}</translation>
    </message>
    <message>
        <source>heart ratio tool</source>
        <translation>herramienta de índice cardiaco</translation>
    </message>
    <message>
        <source>here</source>
        <translation>aquí</translation>
    </message>
    <message>
        <source>hiatal hernia</source>
        <comment>subject of a statement</comment>
        <translation>hernia de hiato</translation>
    </message>
    <message>
        <source>hila</source>
        <comment>subject of a statement</comment>
        <translation>hilios</translation>
    </message>
    <message>
        <source>how alike the experts are</source>
        <translation>cuánto se parecen los expertos</translation>
    </message>
    <message>
        <source>how much retrieved studies may take</source>
        <translation>cuánto pueden ocupar los estudios recuperados</translation>
    </message>
    <message>
        <source>in the fields: search; on a study: open it if it is here, else retrieve it</source>
        <translation>en los campos: buscar; en un estudio: abrirlo si está aquí, si no, recuperarlo</translation>
    </message>
    <message>
        <source>in the file, {window}</source>
        <translation>en el archivo, {window}</translation>
    </message>
    <message>
        <source>in the report</source>
        <translation>en el informe</translation>
    </message>
    <message>
        <source>insert a template</source>
        <translation>insertar una plantilla</translation>
    </message>
    <message>
        <source>insert “{name}”</source>
        <translation>insertar «{name}»</translation>
    </message>
    <message>
        <source>invert</source>
        <translation>invertir</translation>
    </message>
    <message>
        <source>inverted</source>
        <translation>invertida</translation>
    </message>
    <message>
        <source>issuer {issuer}</source>
        <translation>emisor {issuer}</translation>
    </message>
    <message>
        <source>it is another study</source>
        <translation>es otro estudio</translation>
    </message>
    <message>
        <source>its files hold another study now</source>
        <translation>ahora sus archivos contienen otro estudio</translation>
    </message>
    <message>
        <source>keys are a list of texts.</source>
        <translation>las teclas son una lista de textos.</translation>
    </message>
    <message>
        <source>larger text</source>
        <translation>texto más grande</translation>
    </message>
    <message>
        <source>last 30 days</source>
        <translation>últimos 30 días</translation>
    </message>
    <message>
        <source>last 7 days</source>
        <translation>últimos 7 días</translation>
    </message>
    <message>
        <source>leave out “{label}”</source>
        <translation>omitir «{label}»</translation>
    </message>
    <message>
        <source>leave the text or the search, or cancel the reading</source>
        <translation>salir del texto o búsqueda, o cancelar</translation>
    </message>
    <message>
        <source>left</source>
        <comment>side of the body</comment>
        <translation>izquierda</translation>
    </message>
    <message>
        <source>left</source>
        <comment>finding</comment>
        <translation>izquierda</translation>
    </message>
    <message>
        <source>left draft</source>
        <translation>borrador izquierdo</translation>
    </message>
    <message>
        <source>length tool</source>
        <translation>herramienta de longitud</translation>
    </message>
    <message>
        <source>let the bundle learn from signed reviews, compare, and go back</source>
        <translation>dejar que el paquete aprenda de informes firmados, comparar y volver atrás</translation>
    </message>
    <message>
        <source>linked by film size</source>
        <translation>vinculadas por el tamaño de la radiografía</translation>
    </message>
    <message>
        <source>loading</source>
        <translation>cargando</translation>
    </message>
    <message>
        <source>look at: {concern}</source>
        <translation>revisar: {concern}</translation>
    </message>
    <message>
        <source>lowest to highest pixel</source>
        <translation>del píxel más bajo al más alto</translation>
    </message>
    <message>
        <source>lung volumes</source>
        <comment>subject of a statement</comment>
        <translation>volúmenes pulmonares</translation>
    </message>
    <message>
        <source>lungs</source>
        <comment>subject of a statement</comment>
        <translation>pulmones</translation>
    </message>
    <message>
        <source>lungs</source>
        <comment>region</comment>
        <translation>pulmones</translation>
    </message>
    <message>
        <source>lymph nodes</source>
        <comment>subject of a statement</comment>
        <translation>ganglios linfáticos</translation>
    </message>
    <message>
        <source>made elsewhere, origin not said</source>
        <translation>hecho en otro lugar, origen no indicado</translation>
    </message>
    <message>
        <source>magnifier: 2:1, 4:1, away</source>
        <translation>lupa: 2:1, 4:1, ninguna</translation>
    </message>
    <message>
        <source>make preliminary</source>
        <translation>marcar como preliminar</translation>
    </message>
    <message>
        <source>map of expert A, B, C …; again takes it away</source>
        <translation>mapa de A, B, C…; otra vez lo quita</translation>
    </message>
    <message>
        <source>mean CIDEr-D to the other {0} drafts; document frequencies: {1} reports ({2})</source>
        <comment>engine</comment>
        <translation>media de CIDEr-D con los otros {0} borradores; frecuencias de documentos: {1} informes ({2})</translation>
    </message>
    <message>
        <source>mean CIDEr-D to the other {0} drafts; no document frequencies, so common phrases count as much as rare ones ({1})</source>
        <comment>engine</comment>
        <translation>media de CIDEr-D con los otros {0} borradores; sin frecuencias de documentos, así que las frases comunes cuentan tanto como las raras ({1})</translation>
    </message>
    <message>
        <source>mean CIDEr-D to the other {count} drafts</source>
        <translation>media de CIDEr-D con los otros {count} borradores</translation>
    </message>
    <message>
        <source>mean {mean}, SD {deviation}</source>
        <translation>media {mean}, DE {deviation}</translation>
    </message>
    <message>
        <source>measure</source>
        <translation>medir</translation>
    </message>
    <message>
        <source>measure</source>
        <comment>step</comment>
        <translation>medición</translation>
    </message>
    <message>
        <source>measure a cardiothoracic ratio</source>
        <comment>step</comment>
        <translation>medir un índice cardiotorácico</translation>
    </message>
    <message>
        <source>measure a known length</source>
        <comment>step</comment>
        <translation>medir una longitud conocida</translation>
    </message>
    <message>
        <source>measure a length</source>
        <comment>step</comment>
        <translation>medir una longitud</translation>
    </message>
    <message>
        <source>measure a rectangle</source>
        <comment>step</comment>
        <translation>medir un rectángulo</translation>
    </message>
    <message>
        <source>measure an angle</source>
        <comment>step</comment>
        <translation>medir un ángulo</translation>
    </message>
    <message>
        <source>measure an ellipse</source>
        <comment>step</comment>
        <translation>medir una elipse</translation>
    </message>
    <message>
        <source>mediastinum</source>
        <comment>subject of a statement</comment>
        <translation>mediastino</translation>
    </message>
    <message>
        <source>mediastinum</source>
        <comment>region</comment>
        <translation>mediastino</translation>
    </message>
    <message>
        <source>minutes, 0 for no limit</source>
        <translation>minutos, 0 sin límite</translation>
    </message>
    <message>
        <source>model&apos;s answer</source>
        <translation>respuesta del modelo</translation>
    </message>
    <message>
        <source>more: preliminary, versions, export</source>
        <translation>más: preliminar, versiones, exportar</translation>
    </message>
    <message>
        <source>moves between the parts of a window</source>
        <translation>pasa de una parte de la ventana a otra</translation>
    </message>
    <message>
        <source>must be mended: {concern}</source>
        <translation>hay que corregir: {concern}</translation>
    </message>
    <message>
        <source>name</source>
        <translation>nombre</translation>
    </message>
    <message>
        <source>neither right</source>
        <translation>ninguno acierta</translation>
    </message>
    <message>
        <source>new</source>
        <translation>nuevo</translation>
    </message>
    <message>
        <source>next draft, or expert of a statement</source>
        <translation>borrador o experto siguiente</translation>
    </message>
    <message>
        <source>next frame of a film with several</source>
        <translation>imagen siguiente de una radiografía con varias</translation>
    </message>
    <message>
        <source>next sentence, or statement</source>
        <translation>frase o afirmación siguiente</translation>
    </message>
    <message>
        <source>next study</source>
        <translation>estudio siguiente</translation>
    </message>
    <message>
        <source>no</source>
        <comment>before a finding</comment>
        <translation>sin</translation>
    </message>
    <message>
        <source>no date</source>
        <translation>sin fecha</translation>
    </message>
    <message>
        <source>no film</source>
        <translation>sin radiografía</translation>
    </message>
    <message>
        <source>no films</source>
        <translation>sin radiografías</translation>
    </message>
    <message>
        <source>no key</source>
        <translation>sin tecla</translation>
    </message>
    <message>
        <source>no model</source>
        <translation>sin modelo</translation>
    </message>
    <message>
        <source>no model · review only</source>
        <translation>sin modelo · solo revisión</translation>
    </message>
    <message>
        <source>no pixel inside</source>
        <translation>ningún píxel dentro</translation>
    </message>
    <message>
        <source>no report yet</source>
        <translation>aún sin informe</translation>
    </message>
    <message>
        <source>no vote</source>
        <translation>sin voto</translation>
    </message>
    <message>
        <source>nodule or mass</source>
        <comment>subject of a statement</comment>
        <translation>nódulo o masa</translation>
    </message>
    <message>
        <source>none</source>
        <comment>vote</comment>
        <translation>ninguno</translation>
    </message>
    <message>
        <source>not answered</source>
        <translation>sin responder</translation>
    </message>
    <message>
        <source>not linked</source>
        <translation>sin vincular</translation>
    </message>
    <message>
        <source>not mentioned</source>
        <comment>finding</comment>
        <translation>no mencionado</translation>
    </message>
    <message>
        <source>not read</source>
        <translation>no leído</translation>
    </message>
    <message>
        <source>not retrieved</source>
        <translation>no recuperado</translation>
    </message>
    <message>
        <source>not right</source>
        <comment>answer</comment>
        <translation>no correcta</translation>
    </message>
    <message>
        <source>not said</source>
        <translation>no lo dice</translation>
    </message>
    <message>
        <source>not saved</source>
        <translation>sin guardar</translation>
    </message>
    <message>
        <source>not saved yet</source>
        <translation>aún sin guardar</translation>
    </message>
    <message>
        <source>not signed</source>
        <translation>sin firmar</translation>
    </message>
    <message>
        <source>note to this question</source>
        <translation>nota a esta pregunta</translation>
    </message>
    <message>
        <source>nothing to save</source>
        <translation>nada que guardar</translation>
    </message>
    <message>
        <source>now the other leg</source>
        <translation>ahora el otro lado</translation>
    </message>
    <message>
        <source>now the widest thorax</source>
        <translation>ahora el tórax más ancho</translation>
    </message>
    <message>
        <source>number of questions</source>
        <translation>número de preguntas</translation>
    </message>
    <message>
        <source>number {number}</source>
        <translation>número {number}</translation>
    </message>
    <message>
        <source>one draft: nothing to vote on</source>
        <comment>engine</comment>
        <translation>un borrador: nada que votar</translation>
    </message>
    <message>
        <source>one film pixel to one screen pixel</source>
        <translation>un píxel de la radiografía por píxel de pantalla</translation>
    </message>
    <message>
        <source>only the model right</source>
        <translation>solo acierta el modelo</translation>
    </message>
    <message>
        <source>only you right</source>
        <translation>solo acierta usted</translation>
    </message>
    <message>
        <source>open films or a panel</source>
        <translation>abrir radiografías o un panel</translation>
    </message>
    <message>
        <source>open the chosen study, if it is here</source>
        <translation>abrir el estudio elegido, si está aquí</translation>
    </message>
    <message>
        <source>option {letter}: {text}</source>
        <translation>opción {letter}: {text}</translation>
    </message>
    <message>
        <source>optional</source>
        <translation>opcional</translation>
    </message>
    <message>
        <source>other</source>
        <comment>region</comment>
        <translation>otros</translation>
    </message>
    <message>
        <source>overlay on or off</source>
        <translation>mostrar u ocultar la superposición</translation>
    </message>
    <message>
        <source>overlay, annotations, shutter, prior, a window for the films</source>
        <translation>superposición, anotaciones, obturador, previo, una ventana para las radiografías</translation>
    </message>
    <message>
        <source>pacemaker</source>
        <comment>subject of a statement</comment>
        <translation>marcapasos</translation>
    </message>
    <message>
        <source>pan tool</source>
        <translation>herramienta de desplazamiento</translation>
    </message>
    <message>
        <source>panel away and back</source>
        <translation>quitar y recuperar el panel</translation>
    </message>
    <message>
        <source>partial</source>
        <translation>parcial</translation>
    </message>
    <message>
        <source>password or token</source>
        <translation>contraseña o token</translation>
    </message>
    <message>
        <source>pathogenesis</source>
        <comment>question</comment>
        <translation>patogenia</translation>
    </message>
    <message>
        <source>pectus</source>
        <comment>subject of a statement</comment>
        <translation>pectus</translation>
    </message>
    <message>
        <source>physician</source>
        <comment>role</comment>
        <translation>médico/a</translation>
    </message>
    <message>
        <source>pleura</source>
        <comment>subject of a statement</comment>
        <translation>pleura</translation>
    </message>
    <message>
        <source>pleura</source>
        <comment>region</comment>
        <translation>pleura</translation>
    </message>
    <message>
        <source>pleural effusion</source>
        <comment>subject of a statement</comment>
        <translation>derrame pleural</translation>
    </message>
    <message>
        <source>pneumonia</source>
        <comment>subject of a statement</comment>
        <translation>neumonía</translation>
    </message>
    <message>
        <source>pneumothorax</source>
        <comment>subject of a statement</comment>
        <translation>neumotórax</translation>
    </message>
    <message>
        <source>possible</source>
        <comment>before a finding</comment>
        <translation>posible</translation>
    </message>
    <message>
        <source>preliminary</source>
        <translation>preliminar</translation>
    </message>
    <message>
        <source>present</source>
        <comment>finding</comment>
        <translation>presente</translation>
    </message>
    <message>
        <source>previous draft, or expert</source>
        <translation>borrador o experto anterior</translation>
    </message>
    <message>
        <source>previous frame</source>
        <translation>imagen anterior</translation>
    </message>
    <message>
        <source>previous question</source>
        <translation>pregunta anterior</translation>
    </message>
    <message>
        <source>previous sentence, or statement</source>
        <translation>frase o afirmación anterior</translation>
    </message>
    <message>
        <source>previous study</source>
        <translation>estudio anterior</translation>
    </message>
    <message>
        <source>prior</source>
        <translation>previo</translation>
    </message>
    <message>
        <source>prior of the patient beside the film, and away</source>
        <translation>poner y quitar el previo del paciente junto a la radiografía</translation>
    </message>
    <message>
        <source>probability {share}</source>
        <translation>probabilidad {share}</translation>
    </message>
    <message>
        <source>progress of the retraining</source>
        <translation>progreso del reentrenamiento</translation>
    </message>
    <message>
        <source>put the selected measurement into the report</source>
        <translation>poner la medida elegida en el informe</translation>
    </message>
    <message>
        <source>question sets</source>
        <translation>conjuntos de preguntas</translation>
    </message>
    <message>
        <source>question {number}: {state}</source>
        <translation>pregunta {number}: {state}</translation>
    </message>
    <message>
        <source>questions</source>
        <translation>preguntas</translation>
    </message>
    <message>
        <source>questions of this sitting</source>
        <translation>preguntas de esta sesión</translation>
    </message>
    <message>
        <source>radiologist</source>
        <comment>role</comment>
        <translation>radiólogo/a</translation>
    </message>
    <message>
        <source>read</source>
        <translation>leer</translation>
    </message>
    <message>
        <source>read again</source>
        <translation>leer de nuevo</translation>
    </message>
    <message>
        <source>read, compare, answer questions, or search an archive</source>
        <translation>leer, comparar, responder preguntas o buscar en un archivo de imágenes</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>listo</translation>
    </message>
    <message>
        <source>rectangle tool</source>
        <translation>herramienta de rectángulo</translation>
    </message>
    <message>
        <source>redo</source>
        <translation>rehacer</translation>
    </message>
    <message>
        <source>redo: {step}</source>
        <translation>rehacer: {step}</translation>
    </message>
    <message>
        <source>reject a sentence of {letter}</source>
        <translation>rechazar una frase de {letter}</translation>
    </message>
    <message>
        <source>reject the sentence, or take that back</source>
        <translation>rechazar la frase, o retirar el rechazo</translation>
    </message>
    <message>
        <source>rejected</source>
        <translation>rechazada</translation>
    </message>
    <message>
        <source>remove a cardiothoracic ratio</source>
        <comment>step</comment>
        <translation>quitar un índice cardiotorácico</translation>
    </message>
    <message>
        <source>remove a known length</source>
        <comment>step</comment>
        <translation>quitar una longitud conocida</translation>
    </message>
    <message>
        <source>remove a length</source>
        <comment>step</comment>
        <translation>quitar una longitud</translation>
    </message>
    <message>
        <source>remove a rectangle</source>
        <comment>step</comment>
        <translation>quitar un rectángulo</translation>
    </message>
    <message>
        <source>remove an angle</source>
        <comment>step</comment>
        <translation>quitar un ángulo</translation>
    </message>
    <message>
        <source>remove an ellipse</source>
        <comment>step</comment>
        <translation>quitar una elipse</translation>
    </message>
    <message>
        <source>remove the selected measurement</source>
        <translation>quitar la medida elegida</translation>
    </message>
    <message>
        <source>removed: {text}</source>
        <translation>eliminado: {text}</translation>
    </message>
    <message>
        <source>report</source>
        <translation>informe</translation>
    </message>
    <message>
        <source>required</source>
        <translation>obligatorio</translation>
    </message>
    <message>
        <source>researcher</source>
        <comment>role</comment>
        <translation>investigador/a</translation>
    </message>
    <message>
        <source>reset</source>
        <translation>restablecer</translation>
    </message>
    <message>
        <source>resident</source>
        <comment>role</comment>
        <translation>residente</translation>
    </message>
    <message>
        <source>restore version {number}</source>
        <translation>restaurar la versión {number}</translation>
    </message>
    <message>
        <source>result</source>
        <comment>question</comment>
        <translation>resultado</translation>
    </message>
    <message>
        <source>result communicated</source>
        <comment>reason for an addendum</comment>
        <translation>resultado comunicado</translation>
    </message>
    <message>
        <source>retrieve the chosen studies</source>
        <translation>recuperar los estudios elegidos</translation>
    </message>
    <message>
        <source>retrieving</source>
        <translation>recuperando</translation>
    </message>
    <message>
        <source>right</source>
        <comment>side of the body</comment>
        <translation>derecha</translation>
    </message>
    <message>
        <source>right</source>
        <comment>finding</comment>
        <translation>derecha</translation>
    </message>
    <message>
        <source>right</source>
        <comment>answer</comment>
        <translation>correcta</translation>
    </message>
    <message>
        <source>right answer</source>
        <translation>respuesta correcta</translation>
    </message>
    <message>
        <source>right draft</source>
        <translation>borrador derecho</translation>
    </message>
    <message>
        <source>right drag: window; middle drag: pan; wheel: zoom; double click: fit</source>
        <translation>arrastrar con el botón derecho: ventana; con el central: desplazar; rueda: zoom; doble clic: ajustar</translation>
    </message>
    <message>
        <source>rotation</source>
        <comment>subject of a statement</comment>
        <translation>rotación</translation>
    </message>
    <message>
        <source>row {row}  column {column}
stored {stored}  value {value}
display {display}</source>
        <translation>fila {row}  columna {column}
almacenado {stored}  valor {value}
pantalla {display}</translation>
    </message>
    <message>
        <source>same as {letters}</source>
        <translation>como {letters}</translation>
    </message>
    <message>
        <source>same option chosen</source>
        <translation>misma opción elegida</translation>
    </message>
    <message>
        <source>same scale</source>
        <translation>misma escala</translation>
    </message>
    <message>
        <source>save now</source>
        <translation>guardar ahora</translation>
    </message>
    <message>
        <source>saved</source>
        <translation>guardado</translation>
    </message>
    <message>
        <source>saved {time}</source>
        <translation>guardado {time}</translation>
    </message>
    <message>
        <source>saving…</source>
        <translation>guardando…</translation>
    </message>
    <message>
        <source>search all of today</source>
        <translation>buscar todo lo de hoy</translation>
    </message>
    <message>
        <source>search questions</source>
        <translation>buscar preguntas</translation>
    </message>
    <message>
        <source>search studies</source>
        <translation>buscar estudios</translation>
    </message>
    <message>
        <source>search studies; Enter opens the first</source>
        <translation>buscar estudios; Intro abre el primero</translation>
    </message>
    <message>
        <source>search the help</source>
        <translation>buscar en la ayuda</translation>
    </message>
    <message>
        <source>search the last 7 days</source>
        <translation>buscar los últimos 7 días</translation>
    </message>
    <message>
        <source>select the measurement before</source>
        <translation>elegir la medida anterior</translation>
    </message>
    <message>
        <source>select the next measurement</source>
        <translation>elegir la medida siguiente</translation>
    </message>
    <message>
        <source>send the signed report to an archive</source>
        <translation>enviar el informe firmado a un archivo de imágenes</translation>
    </message>
    <message>
        <source>shared</source>
        <translation>común</translation>
    </message>
    <message>
        <source>show pixel values</source>
        <translation>mostrar valores de píxel</translation>
    </message>
    <message>
        <source>show the right option, or the next question</source>
        <translation>mostrar la opción correcta, o la pregunta siguiente</translation>
    </message>
    <message>
        <source>shows an expert&apos;s map, or chooses an option</source>
        <translation>muestra el mapa de un experto, o elige una opción</translation>
    </message>
    <message>
        <source>shutter of the file on or off</source>
        <translation>activar o desactivar el obturador del archivo</translation>
    </message>
    <message>
        <source>sign</source>
        <translation>firmar</translation>
    </message>
    <message>
        <source>sign, or add to a signed report</source>
        <translation>firmar, o añadir a un informe firmado</translation>
    </message>
    <message>
        <source>signature and addenda</source>
        <translation>firma y adendas</translation>
    </message>
    <message>
        <source>signed</source>
        <translation>firmado</translation>
    </message>
    <message>
        <source>smaller text</source>
        <translation>texto más pequeño</translation>
    </message>
    <message>
        <source>soft tissues</source>
        <comment>subject of a statement</comment>
        <translation>partes blandas</translation>
    </message>
    <message>
        <source>soft tissues</source>
        <comment>region</comment>
        <translation>partes blandas</translation>
    </message>
    <message>
        <source>sort by the next column</source>
        <translation>ordenar por la columna siguiente</translation>
    </message>
    <message>
        <source>sort the other way round</source>
        <translation>ordenar al revés</translation>
    </message>
    <message>
        <source>spinal curve</source>
        <comment>subject of a statement</comment>
        <translation>curvatura de la columna</translation>
    </message>
    <message>
        <source>spinal hardware</source>
        <comment>subject of a statement</comment>
        <translation>material de fijación vertebral</translation>
    </message>
    <message>
        <source>spine</source>
        <comment>subject of a statement</comment>
        <translation>columna</translation>
    </message>
    <message>
        <source>sternal wires</source>
        <comment>subject of a statement</comment>
        <translation>alambres esternales</translation>
    </message>
    <message>
        <source>strike option A</source>
        <translation>tachar la opción A</translation>
    </message>
    <message>
        <source>strike option B</source>
        <translation>tachar la opción B</translation>
    </message>
    <message>
        <source>strike option C</source>
        <translation>tachar la opción C</translation>
    </message>
    <message>
        <source>strike option D</source>
        <translation>tachar la opción D</translation>
    </message>
    <message>
        <source>strike option E</source>
        <translation>tachar la opción E</translation>
    </message>
    <message>
        <source>strike out: the next option is struck, or brought back</source>
        <translation>tachar: la opción siguiente se tacha, o se recupera</translation>
    </message>
    <message>
        <source>struck out</source>
        <translation>tachada</translation>
    </message>
    <message>
        <source>student</source>
        <comment>role</comment>
        <translation>estudiante</translation>
    </message>
    <message>
        <source>studies of the archive</source>
        <translation>estudios del archivo de imágenes</translation>
    </message>
    <message>
        <source>summary</source>
        <comment>region</comment>
        <translation>resumen</translation>
    </message>
    <message>
        <source>support devices</source>
        <comment>subject of a statement</comment>
        <translation>dispositivos médicos</translation>
    </message>
    <message>
        <source>surgical clips</source>
        <comment>subject of a statement</comment>
        <translation>clips quirúrgicos</translation>
    </message>
    <message>
        <source>table</source>
        <translation>tabla</translation>
    </message>
    <message>
        <source>table (CSV)</source>
        <translation>tabla (CSV)</translation>
    </message>
    <message>
        <source>table in the file</source>
        <translation>tabla del archivo</translation>
    </message>
    <message>
        <source>table {number}</source>
        <translation>tabla {number}</translation>
    </message>
    <message>
        <source>take a sentence of {letter}</source>
        <translation>usar una frase de {letter}</translation>
    </message>
    <message>
        <source>take draft {letter}</source>
        <translation>usar el borrador {letter}</translation>
    </message>
    <message>
        <source>take the draft</source>
        <translation>usar el borrador</translation>
    </message>
    <message>
        <source>take the sentence</source>
        <translation>usar la frase</translation>
    </message>
    <message>
        <source>technique</source>
        <comment>region</comment>
        <translation>técnica</translation>
    </message>
    <message>
        <source>template</source>
        <translation>plantilla</translation>
    </message>
    <message>
        <source>text of the usual size</source>
        <translation>texto de tamaño normal</translation>
    </message>
    <message>
        <source>the archive is asked</source>
        <translation>se pregunta al archivo de imágenes</translation>
    </message>
    <message>
        <source>the heart is wider than the thorax</source>
        <translation>el corazón es más ancho que el tórax</translation>
    </message>
    <message>
        <source>the text that will be signed</source>
        <translation>el texto que se firmará</translation>
    </message>
    <message>
        <source>there is no such command.</source>
        <translation>no existe esa orden.</translation>
    </message>
    <message>
        <source>this program&apos;s help</source>
        <translation>ayuda de este programa</translation>
    </message>
    <message>
        <source>this sheet</source>
        <translation>esta hoja</translation>
    </message>
    <message>
        <source>time: {time}</source>
        <translation>tiempo: {time}</translation>
    </message>
    <message>
        <source>today</source>
        <translation>hoy</translation>
    </message>
    <message>
        <source>took {time}</source>
        <translation>duró {time}</translation>
    </message>
    <message>
        <source>tour of the window, on a sample study</source>
        <translation>recorrido por la ventana, con un estudio de muestra</translation>
    </message>
    <message>
        <source>trachea</source>
        <comment>subject of a statement</comment>
        <translation>tráquea</translation>
    </message>
    <message>
        <source>treatment</source>
        <comment>question</comment>
        <translation>tratamiento</translation>
    </message>
    <message>
        <source>tutor</source>
        <comment>sitting</comment>
        <translation>tutor</translation>
    </message>
    <message>
        <source>typing</source>
        <translation>escritura</translation>
    </message>
    <message>
        <source>uncertain</source>
        <comment>finding</comment>
        <translation>dudoso</translation>
    </message>
    <message>
        <source>undo</source>
        <translation>deshacer</translation>
    </message>
    <message>
        <source>undo ({step})</source>
        <translation>deshacer ({step})</translation>
    </message>
    <message>
        <source>unidentified</source>
        <translation>sin identificar</translation>
    </message>
    <message>
        <source>upper abdomen</source>
        <comment>subject of a statement</comment>
        <translation>abdomen superior</translation>
    </message>
    <message>
        <source>valve</source>
        <comment>subject of a statement</comment>
        <translation>válvula</translation>
    </message>
    <message>
        <source>versions</source>
        <translation>versiones</translation>
    </message>
    <message>
        <source>vessels</source>
        <comment>subject of a statement</comment>
        <translation>vasos</translation>
    </message>
    <message>
        <source>vessels</source>
        <comment>region</comment>
        <translation>vasos</translation>
    </message>
    <message>
        <source>views</source>
        <comment>subject of a statement</comment>
        <translation>proyecciones</translation>
    </message>
    <message>
        <source>volumes</source>
        <comment>region</comment>
        <translation>volúmenes</translation>
    </message>
    <message>
        <source>vote {vote}</source>
        <translation>voto {vote}</translation>
    </message>
    <message>
        <source>votes</source>
        <translation>votos</translation>
    </message>
    <message>
        <source>votes given by the source</source>
        <comment>engine</comment>
        <translation>votos dados por el origen</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>en espera</translation>
    </message>
    <message>
        <source>what this version changed</source>
        <translation>lo que cambió esta versión</translation>
    </message>
    <message>
        <source>what was not read</source>
        <translation>lo que no se leyó</translation>
    </message>
    <message>
        <source>whole film</source>
        <comment>subject of a statement</comment>
        <translation>toda la radiografía</translation>
    </message>
    <message>
        <source>whose films are not those that were signed on</source>
        <translation>cuyas radiografías no son las que se firmaron</translation>
    </message>
    <message>
        <source>whose films cannot be opened</source>
        <translation>cuyas radiografías no se pueden abrir</translation>
    </message>
    <message>
        <source>widest heart</source>
        <translation>el corazón más ancho</translation>
    </message>
    <message>
        <source>window</source>
        <translation>ventana</translation>
    </message>
    <message>
        <source>window tool</source>
        <translation>herramienta de ventana</translation>
    </message>
    <message>
        <source>window {number}</source>
        <translation>ventana {number}</translation>
    </message>
    <message>
        <source>window, zoom and pan of film and prior together, or each alone</source>
        <translation>ventana, zoom y desplazamiento de la radiografía y el previo juntos o por separado</translation>
    </message>
    <message>
        <source>window: {values}</source>
        <translation>ventana: {values}</translation>
    </message>
    <message>
        <source>with an addendum</source>
        <translation>con una adenda</translation>
    </message>
    <message>
        <source>withdraw the verdict on a sentence of {letter}</source>
        <translation>retirar el veredicto sobre una frase de {letter}</translation>
    </message>
    <message>
        <source>without a film on disk</source>
        <translation>sin el archivo de su radiografía en el disco</translation>
    </message>
    <message>
        <source>without a radiograph</source>
        <translation>sin una radiografía</translation>
    </message>
    <message>
        <source>without text in the wanted section</source>
        <translation>sin texto en la sección buscada</translation>
    </message>
    <message>
        <source>worklist</source>
        <translation>lista de trabajo</translation>
    </message>
    <message>
        <source>worklist away and back</source>
        <translation>quitar y recuperar la lista de trabajo</translation>
    </message>
    <message>
        <source>write a note; Esc leaves it</source>
        <translation>escribir una nota; Esc la deja</translation>
    </message>
    <message>
        <source>your answer</source>
        <translation>su respuesta</translation>
    </message>
    <message>
        <source>zoom tool</source>
        <translation>herramienta de zoom</translation>
    </message>
    <message>
        <source>{0} and those after it are left out: the film has more planes than can be kept.</source>
        <comment>engine</comment>
        <translation>{0} y los siguientes se omiten: la radiografía tiene más planos de los que se pueden conservar.</translation>
    </message>
    <message>
        <source>{0} can run code when loaded and has no place in a bundle.</source>
        <comment>engine</comment>
        <translation>{0} puede ejecutar código al cargarse y no tiene lugar en un paquete.</translation>
    </message>
    <message>
        <source>{0} cannot be read and is ignored.</source>
        <comment>engine</comment>
        <translation>{0} no se puede leer y se ignora.</translation>
    </message>
    <message>
        <source>{0} cannot be read and is left out.</source>
        <comment>engine</comment>
        <translation>{0} no se puede leer y se omite.</translation>
    </message>
    <message>
        <source>{0} drafts of reader {1} were left out: there are 12 letters.</source>
        <comment>engine</comment>
        <translation>Se omitieron {0} borradores del lector {1}: hay 12 letras.</translation>
    </message>
    <message>
        <source>{0} files of the study were left out: they are no DICOM films.</source>
        <comment>engine</comment>
        <translation>{0} archivos del estudio se omitieron: no son radiografías DICOM.</translation>
    </message>
    <message>
        <source>{0} has {1} characters; {2} is the limit.</source>
        <comment>engine</comment>
        <translation>{0} tiene {1} caracteres; el límite es {2}.</translation>
    </message>
    <message>
        <source>{0} is empty.</source>
        <comment>engine</comment>
        <translation>{0} está vacío.</translation>
    </message>
    <message>
        <source>{0} is missing.</source>
        <comment>engine</comment>
        <translation>Falta {0}.</translation>
    </message>
    <message>
        <source>{0} is not a number and is ignored.</source>
        <comment>engine</comment>
        <translation>{0} no es un número y se ignora.</translation>
    </message>
    <message>
        <source>{0} is not a number that JSON knows; use null.</source>
        <comment>engine</comment>
        <translation>{0} no es un número que JSON conozca; use null.</translation>
    </message>
    <message>
        <source>{0} is not a whole number and is ignored.</source>
        <comment>engine</comment>
        <translation>{0} no es un número entero y se ignora.</translation>
    </message>
    <message>
        <source>{0} is used but not listed under files.</source>
        <comment>engine</comment>
        <translation>{0} se usa pero no figura en la lista de archivos.</translation>
    </message>
    <message>
        <source>{0} is {1}, not {2}.</source>
        <comment>engine</comment>
        <translation>{0} es {1}, no {2}.</translation>
    </message>
    <message>
        <source>{0} was stopped before its drafts were done.</source>
        <comment>engine</comment>
        <translation>{0} se detuvo antes de terminar sus borradores.</translation>
    </message>
    <message>
        <source>{0} wrote no drafts. {1}</source>
        <comment>engine</comment>
        <translation>{0} no escribió borradores. {1}</translation>
    </message>
    <message>
        <source>{command} has no key now.</source>
        <translation>{command} ya no tiene tecla.</translation>
    </message>
    <message>
        <source>{command} has no key now. Choose it to give it another.</source>
        <translation>{command} ya no tiene tecla. Elíjala para darle otra.</translation>
    </message>
    <message>
        <source>{command} keeps its key.</source>
        <translation>{command} conserva su tecla.</translation>
    </message>
    <message>
        <source>{command} would have no key then.</source>
        <translation>{command} se quedaría sin tecla.</translation>
    </message>
    <message>
        <source>{count} distinct</source>
        <translation>{count} distintos</translation>
    </message>
    <message>
        <source>{count} made by all</source>
        <translation>{count} de todos</translation>
    </message>
    <message>
        <source>{count} of {total} experts name {finding}; the report denies it.</source>
        <translation>{count} de {total} expertos nombran {finding}; el informe lo niega.</translation>
    </message>
    <message>
        <source>{count} of {total} experts name {finding}; the report does not mention it.</source>
        <translation>{count} de {total} expertos nombran {finding}; el informe no lo menciona.</translation>
    </message>
    <message>
        <source>{day} {month} {year}</source>
        <translation>{day} {month} {year}</translation>
    </message>
    <message>
        <source>{done} of {total}</source>
        <translation>{done} de {total}</translation>
    </message>
    <message>
        <source>{done} of {total} files</source>
        <translation>{done} de {total} archivos</translation>
    </message>
    <message>
        <source>{drafts} of {count} models</source>
        <translation>{drafts} de {count} modelos</translation>
    </message>
    <message>
        <source>{due} of {all} missed questions are due.</source>
        <translation>{due} de {all} preguntas falladas tocan ya.</translation>
    </message>
    <message>
        <source>{format} saved.</source>
        <translation>{format}: guardado.</translation>
    </message>
    <message>
        <source>{keys} (changed)</source>
        <translation>{keys} (cambiada)</translation>
    </message>
    <message>
        <source>{keys} (fixed)</source>
        <translation>{keys} (fija)</translation>
    </message>
    <message>
        <source>{key} brings your text back.</source>
        <translation>{key} recupera su texto.</translation>
    </message>
    <message>
        <source>{key} has two commands.</source>
        <translation>{key} tiene dos órdenes.</translation>
    </message>
    <message>
        <source>{key} is no key that can be kept.</source>
        <translation>{key} no es una tecla que se pueda guardar.</translation>
    </message>
    <message>
        <source>{key} is no key.</source>
        <translation>{key} no es una tecla.</translation>
    </message>
    <message>
        <source>{key} is {command}.</source>
        <translation>{key} es {command}.</translation>
    </message>
    <message>
        <source>{letters} in other words.</source>
        <translation>{letters} con otras palabras.</translation>
    </message>
    <message>
        <source>{letters} in these words.</source>
        <translation>{letters} con estas palabras.</translation>
    </message>
    <message>
        <source>{letter} vote {vote}</source>
        <translation>{letter} voto {vote}</translation>
    </message>
    <message>
        <source>{low} and more</source>
        <translation>{low} y más</translation>
    </message>
    <message>
        <source>{low} to {high}</source>
        <translation>de {low} a {high}</translation>
    </message>
    <message>
        <source>{minimum} to {maximum}, {count} pixels</source>
        <translation>de {minimum} a {maximum}, {count} píxeles</translation>
    </message>
    <message>
        <source>{model} answered. It is right in {count} of 100 such questions ({signature}).</source>
        <translation>Respondió {model}. Acierta {count} de 100 preguntas así ({signature}).</translation>
    </message>
    <message>
        <source>{model} answered. Nobody has measured how often it is right.</source>
        <translation>Respondió {model}. Nadie ha medido con qué frecuencia acierta.</translation>
    </message>
    <message>
        <source>{model}: nobody has measured how often it is right.</source>
        <translation>{model}: nadie ha medido con qué frecuencia acierta.</translation>
    </message>
    <message>
        <source>{model}: right in {count} of 100 such questions ({signature}).</source>
        <translation>{model}: acierta {count} de 100 preguntas así ({signature}).</translation>
    </message>
    <message>
        <source>{name} (file)</source>
        <translation>{name} (archivo)</translation>
    </message>
    <message>
        <source>{name} (for this study)</source>
        <translation>{name} (para este estudio)</translation>
    </message>
    <message>
        <source>{name} answers, in {seconds} seconds.</source>
        <translation>{name} responde, en {seconds} segundos.</translation>
    </message>
    <message>
        <source>{name} is not in the list any more. Nothing was changed there.</source>
        <translation>{name} ya no está en la lista. Allí no se cambió nada.</translation>
    </message>
    <message>
        <source>{name} is saved.</source>
        <translation>{name} está guardado.</translation>
    </message>
    <message>
        <source>{name}, {time}</source>
        <translation>{name}, {time}</translation>
    </message>
    <message>
        <source>{name}: asking, {count} so far</source>
        <translation>{name}: preguntando, {count} hasta ahora</translation>
    </message>
    <message>
        <source>{name}: broke off after {count}; there may be more</source>
        <translation>{name}: se interrumpió tras {count}; puede haber más</translation>
    </message>
    <message>
        <source>{name}: cancelled after {count}; there may be more</source>
        <translation>{name}: cancelado tras {count}; puede haber más</translation>
    </message>
    <message>
        <source>{name}: {count}</source>
        <translation>{name}: {count}</translation>
    </message>
    <message>
        <source>{name}: {count}, not all: {why}</source>
        <translation>{name}: {count}, no todos: {why}</translation>
    </message>
    <message>
        <source>{number} of {count}</source>
        <translation>{number} de {count}</translation>
    </message>
    <message>
        <source>{one} and {other}</source>
        <translation>{one} y {other}</translation>
    </message>
    <message>
        <source>{questions}, added {time}.</source>
        <translation>{questions}, añadido {time}.</translation>
    </message>
    <message>
        <source>{question}, found</source>
        <translation>{question}, hallada</translation>
    </message>
    <message>
        <source>{reason} Press another key, or Esc.</source>
        <translation>{reason} Pulse otra tecla o Esc.</translation>
    </message>
    <message>
        <source>{right} of {scored} right.</source>
        <translation>{right} de {scored} correctas.</translation>
    </message>
    <message>
        <source>{same} of {total} statements in the same words</source>
        <translation>{same} de {total} afirmaciones con las mismas palabras</translation>
    </message>
    <message>
        <source>{share} % a cell, {times} × even</source>
        <translation>{share} %/celda, {times} × media</translation>
    </message>
    <message>
        <source>{share} % of the best vote</source>
        <translation>{share} % del mejor voto</translation>
    </message>
    <message>
        <source>{share} % of the pixels outside at either end</source>
        <translation>{share} % de los píxeles fuera en cada extremo</translation>
    </message>
    <message>
        <source>{size} at the detector</source>
        <translation>{size} en el detector</translation>
    </message>
    <message>
        <source>{size} mm, known length</source>
        <translation>{size} mm, longitud conocida</translation>
    </message>
    <message>
        <source>{size}, calibrated by the file</source>
        <translation>{size}, calibrado por el archivo</translation>
    </message>
    <message>
        <source>{size}, calibrated by the reader</source>
        <translation>{size}, calibrado por quien lee</translation>
    </message>
    <message>
        <source>{size}, corrected for magnification</source>
        <translation>{size}, corregido por la magnificación</translation>
    </message>
    <message>
        <source>{size}, no spacing</source>
        <translation>{size}, sin espaciado</translation>
    </message>
    <message>
        <source>{size}, spacing unexplained</source>
        <translation>{size}, espaciado sin explicar</translation>
    </message>
    <message>
        <source>{stage} {done} of {total}</source>
        <translation>{stage} {done} de {total}</translation>
    </message>
    <message>
        <source>{state}, flagged</source>
        <translation>{state}, marcada</translation>
    </message>
    <message>
        <source>{studies} removed, {size} freed.</source>
        <translation>{studies} fuera, {size} liberados.</translation>
    </message>
    <message>
        <source>{studies}, {size}</source>
        <translation>{studies}, {size}</translation>
    </message>
    <message>
        <source>{subject}: the report says {own}, {letters} say {theirs}.</source>
        <translation>{subject}: el informe dice {own}, {letters} dicen {theirs}.</translation>
    </message>
    <message>
        <source>{subject}: “{one}” and “{other}”</source>
        <translation>{subject}: «{one}» y «{other}»</translation>
    </message>
    <message>
        <source>{time} left</source>
        <translation>quedan {time}</translation>
    </message>
    <message>
        <source>{title} · {id} · score {score}</source>
        <translation>{title} · {id} · puntos {score}</translation>
    </message>
    <message>
        <source>{title} · {mode} · {done} of {count} · {time}</source>
        <translation>{title} · {mode} · {done} de {count} · {time}</translation>
    </message>
    <message>
        <source>{title}: choose where its new folder goes</source>
        <translation>{title}: elija dónde va su carpeta nueva</translation>
    </message>
    <message>
        <source>{tool}: drag with the left button</source>
        <translation>{tool}: arrastre con el botón izquierdo</translation>
    </message>
    <message>
        <source>{train} to learn from, {val} to choose by, {test} to compare on.</source>
        <translation>{train} para aprender, {val} para elegir, {test} para comparar.</translation>
    </message>
    <message>
        <source>{unknown} of {words} words are unknown to the bundle and cannot be learned.</source>
        <translation>El paquete no conoce {unknown} de {words} palabras y no las puede aprender.</translation>
    </message>
    <message>
        <source>{word} {done} of {total}</source>
        <translation>{word} {done} de {total}</translation>
    </message>
    <message>
        <source>“{0}” stands here twice.</source>
        <comment>engine</comment>
        <translation>«{0}» aparece aquí dos veces.</translation>
    </message>
    <message>
        <source>“{name}” stands below your text.</source>
        <translation>«{name}» está debajo de su texto.</translation>
    </message>
    <message>
        <source>⚑ Flagged</source>
        <translation>⚑ Marcada</translation>
    </message>
</context>
</TS>
