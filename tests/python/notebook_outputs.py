# SPDX-License-Identifier: Apache-2.0
"""Usage: notebook_outputs.py STORED EXECUTED. Compares the outputs of two notebooks. If outputs
differ, prints them and ends with status 1. With `--clean EXECUTED FILE`, writes EXECUTED to FILE
without the times, versions and paths of one machine."""
import json
import sys


def load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def text_of(value):
    return "".join(value) if isinstance(value, list) else value


def outputs(cell):
    """Returns the texts and pictures that a cell prints. The HTML of a table is left out, because
    its text has the same contents."""
    found = []
    for output in cell.get("outputs", []):
        if "text" in output:
            found.append(text_of(output["text"]))
        for kind in ("text/plain", "image/svg+xml"):
            if kind in output.get("data", {}):
                found.append(text_of(output["data"][kind]).strip())
    return found


def clean(notebook):
    for cell in notebook["cells"]:
        cell["metadata"] = {}
    notebook["metadata"] = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    return notebook


def compare(stored, executed):
    differences = []
    for number, (cell, run) in enumerate(zip(stored["cells"], executed["cells"])):
        for before, now in zip(outputs(cell) + [""], outputs(run) + [""]):
            if before != now:
                differences.append(f"cell {number}: stored\n{before}\nprinted\n{now}")
                break
        else:
            if len(outputs(cell)) != len(outputs(run)):
                differences.append(f"cell {number}: stored and printed are not as many")
    return differences


if sys.argv[1] == "--clean":
    with open(sys.argv[3], "w", encoding="utf-8") as file:
        json.dump(clean(load(sys.argv[2])), file, indent=1, ensure_ascii=False)
        file.write("\n")
else:
    found = compare(load(sys.argv[1]), load(sys.argv[2]))
    print("\n".join(found))
    sys.exit(1 if found else 0)
