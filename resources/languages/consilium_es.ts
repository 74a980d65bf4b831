<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="es" sourcelanguage="en">
<context>
    <name></name>
    <message>
        <source>%Y-%m-%d</source>
        <comment>date, as strftime has it</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%Y-%m-%d %H:%M</source>
        <comment>date and time, as strftime has it</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%Y-%m-%d %H:%M:%S</source>
        <comment>date and time, as strftime has it</comment>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n AI draft</source>
        <comment>%n AI drafts</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n contradiction</source>
        <comment>%n contradictions</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n draft</source>
        <comment>%n drafts</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file was not opened</source>
        <comment>%n files were not opened</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more is listed under the worklist</source>
        <comment>%n more are listed under the worklist</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more note</source>
        <comment>%n more notes</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n passage stands as an expert wrote it.</source>
        <comment>%n passages stand as experts wrote them.</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n statement</source>
        <comment>%n statements</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n written, not voted yet</source>
        <comment>%n written, not voted yet</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>(empty)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1–9</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A DICOMDIR only lists other files.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A Rescale Slope of 0 would erase the image; the rescale is ignored.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A desk has this database open.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A double click takes it{key}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A double click takes the sentence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A lookup table of the file is empty or damaged and is left out.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A newer Consilium wrote this database; it was left unread.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A person&apos;s name cannot be decoded and is left out.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A picture without patient data: nothing says whose it is.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A pixel spacing is not two positive numbers and is ignored.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>A report is not saved.</source>
        <comment>%n reports are not saved.</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>A review&apos;s log does not fit its text or its hashes; somebody altered the database.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A shutter of the file cannot be understood and is ignored.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A signature cannot be taken back.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A signature is never on a key that a hand could hit by habit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A stored measurement cannot be read: {0}.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A stored operation or mark cannot be read: {0}.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A vote is agreement among experts, not a probability of being right.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A window is narrower than LINEAR allows; it is applied as LINEAR_EXACT.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A window of the file is not usable and is left out.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>AI text underlined</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add to the signed report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Addendum by {name}, {role}, {time}: {reason}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Addendum…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All drafts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All drafts by vote</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All drafts by what they say</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All {count} drafts are identical, word for word.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All {count} drafts say the same. Agreement is not proof.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allow writing, or use --data.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An addendum belongs to a signed report.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An addendum cannot be taken back.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An older Consilium wrote this database.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Annotations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Annotations of the file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Annotations of the file are hidden.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another desk was writing the same.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another file has the same SOP Instance UID but other content; both are kept, each under a UID that is made from its content.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another program holds the database.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Apr</source>
        <comment>month</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask for float32.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask where the files come from; to read them all the same, use another folder with --data.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Atelectasis</source>
        <comment>finding</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Aug</source>
        <comment>month</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Author</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back to draft</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bits Stored is missing or impossible; {0} is used.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Both drafts are identical, word for word.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bundle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>COMPARE</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cardiomegaly</source>
        <comment>finding</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cells as the model has them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check folder and disk space.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check folder and permissions.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check that it belongs to it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check that the server runs and that the address and password are right.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the folder and its permissions.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the folder&apos;s name.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the path.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a bundle with the architecture {0}.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a command, then Change, then press the new key.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a disk that takes larger files.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a file or folder with DICOM films.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a folder that can be written to.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a folder that exists.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a folder that you may write to.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a shorter name.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another folder and export again.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another folder.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another name, or move it away.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another name: a folder has this one.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another with --data.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose one from the worklist, or drop files anywhere.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close it, then try again.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close other programs, or use fewer beams or --device cpu.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close without saving</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare both texts and keep one.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Consolidation</source>
        <comment>finding</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Contradiction</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Contradiction. {words}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy it again.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy or export the bundle again.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the bundle again.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the file again.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy your text from the window, then open the study again.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Correct it or delete it.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Correct the file, then start the desk again.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cut it into several files.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>DICOM structured report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dec</source>
        <comment>month</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Decoding</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Decoding asks for longer reports than the model&apos;s {0} tokens.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Decoding the image needs more memory than it is given.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Decoding the image took longer than {0} seconds and was stopped.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Decoding was stopped.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Desk</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Document frequencies of format {0} are unknown here.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Doubt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draft {0} reached the length limit and may lack an end.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draft {letter} replaced the report.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drafts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drafts appear as each expert ends.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drafts {0} reached the length limit and may lack an end.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edema</source>
        <comment>finding</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit the report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit the report, or sign it first.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enlarged Cardiomediastinum</source>
        <comment>finding</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Esc always leads out of whatever is going on, so it can be relied on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every text field of the system undoes and redoes with these keys.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Expected are JSON lines or a JSON file of MedQA, HEAD-QA, NLPEC, MedMCQA, MMLU or PubMedQA, a CSV table with the columns question, A, B, ... and key, or a TOML file of the primer.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Experts look at the films</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Experts write their drafts</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export it again, or copy it again.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export it again.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export it as PDF instead.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export it with what is missing, or choose another bundle or runtime.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export or copy the bundle again.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export the bundle again.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export the weights as safetensors or ONNX and remove it.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export: {format}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export: {format}…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>FHIR DiagnosticReport</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>FINDINGS</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Familiarity was learned with another model.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Feb</source>
        <comment>month</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Files…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fill it in or remove it, then sign.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fill it in.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Films</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Films and panels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Films and report without the patient</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Films are opened</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Films can be read meanwhile; drafts follow.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Finished drafts stay below, without a vote.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fold the panel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fold the worklist</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fracture</source>
        <comment>finding</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Free some memory.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Free some space or choose another folder.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Free some space.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From AI drafts, edited</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give a folder, or an address like postgresql+psycopg://user@host/name with its driver installed.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give it to {command} instead?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Help</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>High Bit is missing or impossible; {0} is used.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How overlay, annotations and shutter are drawn</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>I have reviewed and approve this report.</source>
        <comment>meaning of a signature</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>I have seen the films and this is my report.</source>
        <comment>meaning of a signature</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Images of photometric interpretation {0} with {1} samples are not supported.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Images with {0} samples a pixel are not supported.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In your language: {statement}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Install a font such as DejaVu or Noto.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Invert</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Inverted because Presentation LUT Shape is INVERSE.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It has other numbers of options in other languages.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It has {0} columns, the header {1}.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It has {0} options; {1} to {2} can be asked.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It holds values that cannot be.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It holds {0}, but the manifest names {1}.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is identical to &quot;{0}&quot;.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is in no language: en, es, ... is missing.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is not an object with members.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is not like the rows before it ({0}).</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It names the same study as &quot;{0}&quot; but another patient.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It says that text is burned into its pixels.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its arrays do not fit together.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its decoding defaults cannot be used.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its head says how it is written.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Jan</source>
        <comment>month</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Jul</source>
        <comment>month</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Jun</source>
        <comment>month</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep mine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep one; undo brings the stored one back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep the stored one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keys and the size of text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Known by name: {0}.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave it out or copy it again.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave out word maps or use smaller grids.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave this film out.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Line {0} is not UTF-8 text.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Log-likelihood of the text: {nats} nats.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look at it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look at the disk and the folder&apos;s rights.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look at the report again.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look it over and sign</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lung Lesion</source>
        <comment>finding</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lung Opacity</source>
        <comment>finding</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MONOCHROME1 contradicts Presentation LUT Shape IDENTITY; shown as MONOCHROME1.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Made</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make preliminary</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make room on the disk and export again.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mar</source>
        <comment>month</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>May</source>
        <comment>month</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mouse</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move the file away and put a backup in its place; copies named .bak lie beside it.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name a file of questions.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name another.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name the primer&apos;s folder.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name, id, date, description or accession number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next draft</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next sentence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next study</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No Finding</source>
        <comment>finding</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No bundle is installed; train or copy one.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No drafts to compare yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No expert had finished.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No font on this machine has these characters: {0}. They are printed as boxes.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No model here. You can still write and keep reviews; a panel made elsewhere can be opened.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No row has a cop of 0 or 4: cop was taken as counted from 1, as MedMCQA&apos;s authors do.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No study here. Drop files or a folder anywhere, or use Open.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No study is open. Drop a file or a folder here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No study matches the search. Esc clears it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No study was opened: {reason}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No study yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No template knows the field “{0}”.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No vote: there is no other draft to agree with.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nobody has looked for names burned into its pixels.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not read yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not said by {letters}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not saved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not saved. {failure}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is undone past a signature.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing stands out. That is no proof that the report is right.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing to compare</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nov</source>
        <comment>month</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ONNX Runtime cannot use CUDA: {0}.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ONNX Runtime {0} cannot run its ONNX files: {1}.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Oct</source>
        <comment>month</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On its test films this model never found: {0}. That it does not name them means nothing.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One film is here; the model has learned from studies with a frontal and a lateral one.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One film pixel to one screen pixel (1:1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One to one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only a database in a file is copied here.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only one draft here; a comparison needs two.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opacity of the overlay</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a folder with studies</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a study first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a study with a frontal or lateral radiograph.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open films or a panel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open films, folders or a panel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open it again.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open it alone.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open it first.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open it with the desk once: it is brought up to date, with a backup beside it.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open its folder again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open its target itself.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the folder that holds them.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the study again and repeat the change.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the study again.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the study first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opening files</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opening files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other comparison</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Others may see it as preliminary; it can still be edited.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Outlines only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Overlay</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PANEL</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pixel Spacing is {0}, {1}, and the file does not say why they differ. Lengths use the first.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pixels are {0} times as high as wide. The film is drawn as if they were square; lengths and angles allow for it.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pixels of {0} allocated bits are not supported.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pleural Effusion</source>
        <comment>finding</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pleural Other</source>
        <comment>finding</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pneumonia</source>
        <comment>finding</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pneumothorax</source>
        <comment>finding</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Point at a sentence to see its map. A double click takes it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Point at words or a letter for that expert&apos;s map. A double click takes the sentence.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Precision</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Preliminary, versions, export</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Press the key for {command}. Esc leaves it as it is.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous draft</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous sentence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous study</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Probe</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Probe pixel values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put a backup in the file&apos;s place.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put a backup in the file&apos;s place; python -m app.store verify says what was altered.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put a bundle into resources/bundles, or start with --bundle.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>REPORT</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read the report and sign again.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read this study</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read {0} before it leaves: {1} passages were replaced.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading was cancelled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reason</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Redo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Redo: {step}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reject the sentence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Research use. Not a medical device.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Research use. Not a medical device.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reset all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restore the data folder from a backup.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restore this version</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Review only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reviews cannot be kept now. {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Role</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run python -m app.store verify, and put a backup in its place.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runtime</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save a copy of the unsaved reports</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save a copy…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save it as UTF-8.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save the file as UTF-8.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search studies</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>See resources/docs/panel-format.md.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>See resources/docs/questions.md for the formats that are read.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sep</source>
        <comment>month</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shutter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shutter of the file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sign</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sign the report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Signed by {name}, {role}, {time}. {meaning} (SHA-256 {hash}…)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Signing freezes the text. After it there are only addenda.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sign…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Smooth between the cells</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Smooth magnification</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Some names or numbers are too short to be looked for in texts. Look for them yourself.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Something in Consilium went wrong ({error}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Something that is no bundle is in this place.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Something that names the patient is still in {0}. Nothing was written.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stay</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop this</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Support Devices</source>
        <comment>finding</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take another backup.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take draft {letter} into the report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take it out of the file or the text, and export again.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take the draft</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take the sentence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take this sentence into the report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text</source>
        <comment>kind of file</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The FHIR report would not be valid ({0}).</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The VOI LUT function is unknown; LINEAR is used.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The audit is gone from the database.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The backup was altered or is damaged, and was not put in place ({0}).</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The bundle cannot be written: {0}.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The bundle has format {0}; this Consilium reads format {1}.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The bundle has no {0}; it has {1}.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The character set &quot;{0}&quot; is not one of the standard&apos;s terms.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The column {0} is not known and was not read.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The column {0} stands twice in the header.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The compressed image claims {0} x {1} pixels, the header {2} x {3}.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The compressed image data are damaged and cannot be decoded.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The compressed image data are damaged: they end early.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The compressed image data are damaged: they have no frame header.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The compressed image has signed values, the header says unsigned; shown as the header says.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The compressed image has {0} bits a pixel, the header allows {1}.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The compressed image has {0} components, the header says {1}.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The database cannot be opened.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The database cannot be used ({0}).</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The database cannot be written now. Saving is tried again while the desk is open.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The database cannot be written.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The database failed ({0}).</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The database is damaged.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The database was altered and was not exported ({0}).</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The database&apos;s address cannot be read.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The decoded image has another size than the header says.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The decoder cannot be started.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The decoder does not work on this machine.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The decoder ended without an answer; the image data are probably damaged.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The decoder was closed.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The deflated data set grows beyond {0}.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The disk cannot be read or written.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The disk is full; nothing was written.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The disk is full; the change was not saved.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The document frequencies cannot be read.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine is loading</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine without the desk.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The estimated magnification is {0}, less than 1, and is ignored.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The export cannot be written: {0}.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The export is not in the audit. {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The field {field} is not filled in.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The field “{0}” is not filled in.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file calls its pixel spacing calibrated, but it is the detector&apos;s. Lengths are taken at the detector.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file cannot be read ({0}).</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file cannot be read: {0}.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file cannot be written or read ({0}).</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file claims {0} frames; its data hold no more than {1}.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file does not match its checksum.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file does not say how grey levels are meant; {0} is assumed.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file does not say how many frames it has; its data hold {0}.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file does not say its transfer syntax; it was read as {0}.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file does not say what it holds.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file ends before its image data should; what is there is shown.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file has changed since it was opened.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file has no DICOM preamble.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file has no image data.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file has unequal numbers of window centers and widths; only whole pairs are used.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file has {0} MB; {1} MB is the limit.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file has {0} bytes, the manifest says {1}.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file has {0}; the limit is 1 GiB.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file is damaged.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file is empty.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file is larger than a template can be.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file is missing.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file is not UTF-8 text.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file lacks a UID that says what it belongs to; it stands alone.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file names a bitmap shutter, which is not applied; the whole film is shown.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file needs more memory than there is.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file nests its sequences too deeply.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file says that its image is uncompressed, but it is not.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file&apos;s shutter would hide the whole film and is ignored.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The film is being read …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The film is damaged.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The folder cannot be made ({0}).</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The folder cannot be read.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The header claims {0} x {1} pixels, more than this program opens.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The header gives no image size (Rows and Columns).</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The header of the {0} film says {1}; the panel reads chests.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The image data are damaged and cannot be shown.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The image data end early: {0} of {1} bytes are there.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The image data end early: {0} of {1} pixels are there.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The image has {0} frames; there is no frame {1}.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The input convention cannot be used: {0}.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The input convention has other keys than expected: {0}.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The input convention makes other images than the model takes.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The key names no option.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The key {0} is outside {1} to {2}.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The key {0} names none of the options {1}.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The key {0} stands twice in one object.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The manifest cannot be read.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The modality is {0}; the panel reads radiographs.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model has {0} experts; the desk has letters for {1}.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model reads one frontal and one lateral film; 1 film was not read.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model reads one frontal and one lateral film; {0} films were not read.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The name “{0}” is taken by another file of this folder.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The picture claims more pixels than this program opens.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The picture is damaged or incomplete.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The picture is damaged.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The picture was turned as its EXIF orientation says.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The primer has format {0}; format {1} is read.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The report has changed; nothing was signed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The review is {0}, not {1}.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The review&apos;s log does not fit together.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The settings cannot be saved ({0}).</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The settings file cannot be read.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The settings file holds no JSON object.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The settings file is no JSON.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The settings file needs Base64 texts in layout.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The settings file needs a number from 0 to 1 for {0}.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The settings file needs a text for {0}.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The settings file needs a whole number from {0} to {1} for {2}.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The settings file needs an object for keys.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The settings file needs an object for layout.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The settings file needs one of {0} for device.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The settings file needs one of {0} for language.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The settings file needs true or false for {0}.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The settings hold keys that are not used: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The shutter of the file is off.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The signed text stays as it is; the addendum stands below it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The source elected draft {0}, although draft {1} has the best vote.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The source said nothing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The store holds another text of this report.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The study is not on the worklist.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The text of this window gives way to the stored one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The tokenizer has {0} words, the model {1}.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The vocabulary has none of the tokens {0}.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The {0} film has {1} frames; the first was read.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There are no image data in the file; it may have been cut.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is a file of that name, and it was left as it is.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no bundle here: no {0} was found.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no database.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no decoder for {0}.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no document in the file; it may have been cut.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no driver for {0} here.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no empty field here any more.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no report to export.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no study here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no such file.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no such review.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no version yet: nothing was written.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is nothing to sign: the report is empty.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is nothing to sign: the report is empty.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is something of this name already.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These drafts could not be compared. {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These drafts could not be laid side by side. {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This JSON is nested too deep or has a number that is too long.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This TOML is nested too deep.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This addendum was made for another report and was not added.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This archive cannot be taken over: {0}.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This bundle is a {0} and does not write reports.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This change was made for another text and was not applied.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This database is not Consilium&apos;s and was left as it is.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This expert wrote nothing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This film has an overlay inside its pixels, which cannot be taken out.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This film is unlike all films that this model has learned from. It has never seen such a film: do not rely on these drafts.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This folder has no TOML file.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This id stands in two files.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This id stands twice.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is UTF-16 text.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is XML or HTML, which is not read.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is a 7z archive.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is a ZIP archive.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is a colour image; its luminance is shown.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is a colour picture; its luminance is shown.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is a gzip archive.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is a link to a folder.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is no radiograph; its modality is {0}.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is no text file.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is not JSON: {0} in line {1}.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is not TOML: {0}.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is not a DICOM file.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is not a database.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is not a readable familiarity file.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is not a readable tokenizer file.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is not a regular file.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is {0}, not text.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This machine has no font to print with.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This panel is about a study that is not on the worklist.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This panel names no study and was put to the one on the screen.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This report is signed; nothing is restored.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This review is signed and takes no more edits.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This review was changed in another window meanwhile; your last changes are not saved.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This sentence stands in the report. Take it once more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This signature was made for another text and was not set.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This study cannot be opened: {reason}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This study has no film that can be shown.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This study has no film that the panel can read.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This study was not read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This study&apos;s UID is kept for another patient, so it was not opened under that review.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Threshold: lower attention is clear</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Train or copy the bundle again.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again; your text stays in the window.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Two drafts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Underlined passages stand as an expert wrote them; the raised letter says which.
Editing a passage takes its mark away.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Underlined: added. Struck out: removed. Restoring is a step that can be undone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Underlined: from AI drafts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo: {step}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unpack it and open the folder.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unpack it or save it as CSV or JSON.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Update Consilium.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use --device cpu, or look at the driver.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use a word-level or WordPiece tokenizer that has them.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use the Consilium that wrote it, or a newer one.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use the Consilium that wrote them, or a newer one.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use the server&apos;s own backups, or export an archive.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Usual text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Versions of this report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Versions…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Vote {vote}, rank {rank} of {count}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Votes are counted when every expert has written.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Votes by expert. {letters} was elected.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>W {width}  L {level}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>W –  L –</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>WORKLIST</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What it is: {basis}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whoever cannot read the desk must be able to enlarge it without reading which key does.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whoever is lost must find the keys and the help on the same key everywhere.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Window width and level: drag with the right button, or choose one here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write an addendum.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write an addendum.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write another one.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write here, or take a draft or a sentence from the panel.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write it as 2026-03-12.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write it without them.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write over it.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write the report first.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You can also drop them anywhere.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your text goes over the stored one; undo brings that back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>abdomen</source>
        <comment>region</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>absent</source>
        <comment>finding</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>add an addendum</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>added: {text}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>addended</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>addendum</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>additional finding</source>
        <comment>reason for an addendum</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>airways</source>
        <comment>region</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all identical</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all values outside the window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>annotations of the file on or off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>aorta</source>
        <comment>subject of a statement</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>atelectasis</source>
        <comment>subject of a statement</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>attention, not probability</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>auto</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>back to draft</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bilateral</source>
        <comment>side of the body</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bone density</source>
        <comment>subject of a statement</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bones</source>
        <comment>subject of a statement</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bones</source>
        <comment>region</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>by hand</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cannot be kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>central line</source>
        <comment>subject of a statement</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>chest tube</source>
        <comment>subject of a statement</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>chooses the whole text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>clear</source>
        <comment>finding</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>commands and their keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>compare</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>compare all drafts, or two</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>comparison</source>
        <comment>subject of a statement</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>comparison with an earlier study</source>
        <comment>reason for an addendum</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>consolidation</source>
        <comment>subject of a statement</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>contradiction: {words}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>copies, cuts or pastes text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>correction</source>
        <comment>reason for an addendum</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>deletes text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>devices</source>
        <comment>region</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>diaphragm</source>
        <comment>subject of a statement</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>diaphragm</source>
        <comment>region</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>draft</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>draft {letter}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>drafts of several origins</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>edit a sentence of {letter}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>edit the report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>elected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>endotracheal tube</source>
        <comment>subject of a statement</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>engine failed · review only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>engine loading</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>expert {letter}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>expert {letter}, these words</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>expert {letter}, this word</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>experts: {list}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>files missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fill in “{label}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>film {view}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>findings by expert</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>full range</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gastric tube</source>
        <comment>subject of a statement</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>granulomatous disease</source>
        <comment>subject of a statement</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>heart</source>
        <comment>subject of a statement</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>heart</source>
        <comment>region</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>hiatal hernia</source>
        <comment>subject of a statement</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>hila</source>
        <comment>subject of a statement</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>image</source>
        <comment>film without a view</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in the file, {window}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in the report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>insert “{name}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>invert</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>inverted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its files hold another study now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>keys are a list of texts.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>larger text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>leave out “{label}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>leave the text or the search, or cancel the reading</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>left</source>
        <comment>side of the body</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>left</source>
        <comment>finding</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>left draft</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>look at: {concern}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>lowest to highest pixel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>lung volumes</source>
        <comment>subject of a statement</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>lungs</source>
        <comment>subject of a statement</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>lungs</source>
        <comment>region</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>lymph nodes</source>
        <comment>subject of a statement</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>made elsewhere, origin not said</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>make preliminary</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>map of expert A, B, C …; again takes it away</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mean CIDEr-D to the other {0} drafts; document frequencies: {1} reports ({2})</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mean CIDEr-D to the other {0} drafts; no document frequencies, so common phrases count as much as rare ones ({1})</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mean CIDEr-D to the other {count} drafts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mediastinum</source>
        <comment>subject of a statement</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mediastinum</source>
        <comment>region</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>moves between the parts of a window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>must be mended: {concern}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>new</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>next draft, or expert of a statement</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>next sentence, or statement</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>next study</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no</source>
        <comment>before a finding</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no date</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no films</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no model · review only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no report yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nodule or mass</source>
        <comment>subject of a statement</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none</source>
        <comment>vote</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not mentioned</source>
        <comment>finding</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not said</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not saved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one draft: nothing to vote on</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one film pixel to one screen pixel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>open films or a panel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>other</source>
        <comment>region</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>overlay on or off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pacemaker</source>
        <comment>subject of a statement</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pan tool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>panel away and back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pectus</source>
        <comment>subject of a statement</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>physician</source>
        <comment>role</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pleura</source>
        <comment>subject of a statement</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pleura</source>
        <comment>region</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pleural effusion</source>
        <comment>subject of a statement</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pneumonia</source>
        <comment>subject of a statement</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pneumothorax</source>
        <comment>subject of a statement</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>possible</source>
        <comment>before a finding</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>preliminary</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>present</source>
        <comment>finding</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>previous draft, or expert</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>previous sentence, or statement</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>previous study</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>radiologist</source>
        <comment>role</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>read again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>redo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>redo: {step}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reject a sentence of {letter}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reject the sentence, or take that back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rejected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>removed: {text}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>researcher</source>
        <comment>role</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>resident</source>
        <comment>role</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>restore version {number}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>result communicated</source>
        <comment>reason for an addendum</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>right</source>
        <comment>side of the body</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>right</source>
        <comment>finding</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>right draft</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>right drag: window; middle drag: pan; wheel: zoom; double click: fit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rotation</source>
        <comment>subject of a statement</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>row {row}  column {column}
stored {stored}  value {value}
display {display}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>same as {letters}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>save now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>saved {time}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>saving…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>search studies; Enter opens the first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>show pixel values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>shows an expert&apos;s map</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>shutter of the file on or off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sign</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sign, or add to a signed report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>signature and addenda</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>signed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>smaller text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>soft tissues</source>
        <comment>subject of a statement</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>soft tissues</source>
        <comment>region</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>spinal curve</source>
        <comment>subject of a statement</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>spinal hardware</source>
        <comment>subject of a statement</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>spine</source>
        <comment>subject of a statement</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sternal wires</source>
        <comment>subject of a statement</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>student</source>
        <comment>role</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>summary</source>
        <comment>region</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>support devices</source>
        <comment>subject of a statement</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>surgical clips</source>
        <comment>subject of a statement</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>table in the file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>table {number}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>take a sentence of {letter}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>take draft {letter}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>take the draft</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>take the sentence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>technique</source>
        <comment>region</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>text of the usual size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the text that will be signed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no such command.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this sheet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>trachea</source>
        <comment>subject of a statement</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>typing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>uncertain</source>
        <comment>finding</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>undo ({step})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unidentified</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>upper abdomen</source>
        <comment>subject of a statement</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>valve</source>
        <comment>subject of a statement</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>versions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>vessels</source>
        <comment>subject of a statement</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>vessels</source>
        <comment>region</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>views</source>
        <comment>subject of a statement</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>volumes</source>
        <comment>region</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>vote {vote}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>votes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>votes given by the source</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>whole film</source>
        <comment>subject of a statement</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>window tool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>window {number}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>withdraw the verdict on a sentence of {letter}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>worklist</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>worklist away and back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>zoom tool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} and those after it are left out: the film has more planes than can be kept.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} can run code when loaded and has no place in a bundle.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} cannot be read and is ignored.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} cannot be read and is left out.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} files of the study were left out: they are no DICOM films.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} has {1} characters; {2} is the limit.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is empty.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is missing.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is not a number and is ignored.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is not a number that JSON knows; use null.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is not a whole number and is ignored.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is used but not listed under files.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is {1}, not {2}.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{command} has no key now.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{command} has no key now. Choose it to give it another.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{command} keeps its key.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{command} would have no key then.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{concern} Fill it in or remove it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{count} distinct</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{count} made by all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{count} of {total} experts name {finding}; the report denies it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{count} of {total} experts name {finding}; the report does not mention it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{day} {month} {year}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{format} saved.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{keys} (changed)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{keys} (fixed)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{key} brings your text back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{key} has two commands.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{key} is no key that can be kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{key} is no key.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{key} is {command}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{letters} in other words.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{letters} in these words.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{letter} vote {vote}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} (file)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{one} and {other}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{reason} Press another key, or Esc.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{same} of {total} statements in the same words</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{share} % a cell, {times} × even</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{share} % of the pixels outside at either end</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{stage} {done} of {total}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{subject}: the report says {own}, {letters} say {theirs}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{subject}: “{one}” and “{other}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{title} (a new folder)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{tool}: drag with the left button</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{0}” stands here twice.</source>
        <comment>engine</comment>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
