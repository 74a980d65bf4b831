<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="es" sourcelanguage="en">
<context>
    <name></name>
    <message>
        <source>Apr</source>
        <comment>month</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Aug</source>
        <comment>month</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dec</source>
        <comment>month</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Feb</source>
        <comment>month</comment>
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
        <source>Nov</source>
        <comment>month</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Oct</source>
        <comment>month</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sep</source>
        <comment>month</comment>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{day} {month} {year}</source>
        <comment>date</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
</TS>
