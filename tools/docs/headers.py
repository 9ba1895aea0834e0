"""Doxygen's input filter: the plain comments of a public header become Doxygen's. A comment above several declarations
is the text of them all, one at the end of a line is the text of that line, and the first is the text of the file.

usage: headers.py HEADER
"""
import re
import sys

TRAILING = re.compile(r'^(\s*[^\s/*#].*?[;,\w)}]\s*)/\* (.*?) \*/$')
# What has a text of its own, or needs none.
ENDS_GROUP = re.compile(r'///<|/\*|&&\) noexcept|^~')
RULE = re.compile(r'^\s*/\* -{4}')


def comment_at(lines, i):
    """The line after the comment that line i begins, or i if it begins none."""
    text = lines[i].strip()
    if text.startswith('/*') and not RULE.match(lines[i]):
        while '*/' not in lines[i]:
            i += 1
        return i + 1
    end = i
    while text.startswith('//') and not text.startswith('///<'):
        end += 1
        text = lines[end].strip() if end < len(lines) else ''
    return end


def without_strings(line):
    return re.sub(r'"[^"]*"|//.*|/\*.*?\*/', '', line)


def declarations(lines, i):
    """(count, end) of the declarations that follow one another from line i on; 0 if one has comments inside."""
    count = depth = 0
    while i < len(lines):
        text = lines[i].strip()
        if depth == 0 and (not text or text.startswith(('#', '//', '/*', '}'))):
            break
        if depth and text.startswith(('//', '/*')):
            return 0, i
        if depth == 0 and ENDS_GROUP.search(text):
            break
        code = without_strings(lines[i])
        depth += code.count('{') - code.count('}')
        i += 1
        if depth == 0 and code.rstrip().endswith((';', '}')):
            count += 1
    return count, i


def documented(comment, is_file):
    """The same comment, for Doxygen."""
    first = comment[0]
    if first.strip().startswith('/*'):
        comment = [first.replace('/*', '/** @file\n *' if is_file else '/**', 1), *comment[1:]]
    elif is_file:
        comment = ['/// @file', *(re.sub('^//+', '///', line) for line in comment)]
    return comment


def converted(lines):
    result, closings, i, is_first = [], set(), 0, True
    while i < len(lines):
        if i in closings:
            result.append('/**@}*/')
        end = comment_at(lines, i)
        if end == i:
            result.append(TRAILING.sub(r'\1/**< \2 */', lines[i]))
            i += 1
            continue
        comment, count, last = lines[i:end], 0, end
        is_free = end == len(lines) or not lines[end].strip()
        is_plain = comment[0].strip().startswith('//') and not comment[0].strip().startswith('///')
        if not is_first and not is_free and not is_plain:
            count, last = declarations(lines, end)
        if count > 1:
            result.append('/**@{*/')
            closings.add(last)
        # What stands alone is about the file.
        result += comment if is_plain and not is_first else documented(comment, is_first or is_free)
        is_first = False
        i = end
    if len(lines) in closings:
        result.append('/**@}*/')
    return result


with open(sys.argv[1]) as header:
    print('\n'.join(converted(header.read().splitlines())))
