"""Word files of other programs: `make <folder>` writes them, `check <folder>` holds the filled ones against them."""
import glob, io, os, posixpath, re, shutil, subprocess, sys, zipfile
import docx
from docx.shared import Inches
from lxml import etree

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
LINES = ["Dear {{customer.name}},", "Total: {{total | money: CHF}} on {{date | date: yyyy-MM-dd}}.",
    "Phone {{phone | default: –}} {{#if vip}}VIP{{else}}usual{{/if}} end", "{{#items}}{{name}};{{/items}}", "{{sign: Ann}}"]
EXPECTED = ["Dear Ann <Lee> & Co,", "Total: CHF 1,234.50 on 2026-11-20.", "Phone – VIP end", "Chair;Desk;", "{{sign: Ann}}"]
ROW, ROWS = ["{{#items}}{{name}}", "{{price}}{{/items}}"], [["Chair", "20"], ["Desk", "100"]]


def with_python(at):
    file = docx.Document()
    file.add_heading(f"Contract {at}", at % 4)
    for line in LINES:
        paragraph = file.add_paragraph(style=["Normal", "List Bullet", "Quote"][at % 3])
        step = 2 + at % 7
        for start in range(0, len(line), step):
            run = paragraph.add_run(line[start:start + step])
            run.bold, run.italic = start % 3 == 0, start % 2 == 0
    table = file.add_table(2, 2, style="Table Grid")
    for cell, text in zip(table.rows[0].cells, ["Name", "Price"]): cell.text = text
    for cell, text in zip(table.rows[1].cells, ROW): cell.text = text
    section = file.sections[0]
    section.header.paragraphs[0].text = "For {{customer.name}}"
    section.footer.paragraphs[0].text = "{{#if vip}}VIP{{/if}}"
    if at % 5 == 0: section.different_first_page_header_footer = True
    if at % 4 == 0: file.add_section()
    return file


def with_pandoc(path, at):
    table = "\n\n| Name | Price |\n|------|------|\n| " + " | ".join(ROW) + " |\n\n"
    lines = [line.replace("{{#if vip}}VIP", "{{#if vip}}**V**IP") if at % 2 else line for line in LINES]
    text = f"# Contract {at}\n\n" + "\n\n".join(lines) + "\n\nText[^1].\n\n[^1]: Note for {{customer.name}}\n" + table
    subprocess.run(["pandoc", "-f", ["markdown-smart", "gfm+footnotes"][at % 2], "-o", path], input=text.encode(), check=True)


def convert(kind, target, files):
    """One start for all, which takes longer than a file."""
    subprocess.run(["soffice", "--headless", "--convert-to", kind, "--outdir", target, *files],
        check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def make(folder):
    os.makedirs(folder, exist_ok=True)
    for at in range(20): with_python(at).save(f"{folder}/python-{at}.docx")
    for at in range(20): with_pandoc(f"{folder}/pandoc-{at}.docx", at)
    if not shutil.which("soffice"): return
    # Opened and saved again, so that LibreOffice writes everything anew.
    originals = [f"{folder}/{['python', 'pandoc'][at % 2]}-{at}.docx" for at in range(20)]
    convert("docx:Office Open XML Text", f"{folder}/office", originals)
    for path in originals: shutil.move(f"{folder}/office/{os.path.basename(path)}", f"{folder}/office-{os.path.basename(path)}")


def texts(path):
    return [p.text for p in docx.Document(path).element.iter(W + "p") for p in [docx.text.paragraph.Paragraph(p, None)]]


def requireWhole(path):
    """Each part is well-formed, and each relationship leads somewhere."""
    with zipfile.ZipFile(path) as file:
        assert file.testzip() is None
        names = set(file.namelist())
        for name in names:
            if name.endswith((".xml", ".rels")): etree.fromstring(file.read(name))
            if not name.endswith(".rels"): continue
            base = posixpath.dirname(posixpath.dirname(name))
            for one in etree.fromstring(file.read(name)):
                if one.get("TargetMode") == "External": continue
                target = posixpath.normpath(posixpath.join("/" + base, one.get("Target"))).lstrip("/")
                assert target in names, f"{name}: {target}"


def requireUntouched(before, after):
    """Without the elements that had placeholders, or were repeated, nothing is different."""
    with zipfile.ZipFile(before) as old, zipfile.ZipFile(after) as new:
        assert old.namelist() == new.namelist()
        for name in old.namelist():
            was, now = old.read(name), new.read(name)
            if was != now:
                assert re.fullmatch(r"word/(document|header\d*|footer\d*|footnotes)\.xml", name), name
                plain = [p for p in re.findall(rb"<w:p[ >].*?</w:p>", was, re.S) if b"{" not in p and b"}" not in p]
                assert [p for p in plain if p not in now] == [], name
                start = [m.start() for m in re.finditer(rb"<w:p[ >]", was[:was.index(b"{")])][-1]
                assert was[:start] == now[:start], name


def check(folder):
    checked = 0
    if shutil.which("soffice"): convert("pdf", f"{folder}/pdf", glob.glob(f"{folder}/filled/*.docx"))
    for path in sorted(glob.glob(f"{folder}/*.docx")):
        filled = f"{folder}/filled/{os.path.basename(path)}"
        requireWhole(filled)
        requireUntouched(path, filled)
        found = [re.sub(r"\s+", " ", text).strip() for text in texts(filled)]
        for line in EXPECTED: assert line in found, (path, line, found)
        rows = [[cell.text.strip() for cell in row.cells] for row in docx.Document(filled).tables[0].rows]
        assert rows == [["Name", "Price"], *ROWS], (path, rows)
        rest = "".join(zipfile.ZipFile(filled).read(n).decode(errors="ignore") for n in zipfile.ZipFile(filled).namelist() if n.startswith("word/"))
        assert re.findall(r"\{\{(?!sign)", re.sub(r"<[^>]*>", "", rest)) == [], path
        if shutil.which("soffice"): assert os.path.exists(f"{folder}/pdf/{os.path.basename(path)[:-5]}.pdf"), path
        checked += 1
    print(f"{checked} files of other programs are filled as expected" + ("" if shutil.which("soffice") else ", without LibreOffice"))


{"make": make, "check": check}[sys.argv[1]](sys.argv[2])
