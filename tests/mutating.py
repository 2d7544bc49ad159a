"""Texts as a model, a person in a hurry or a bad transfer would change them."""


def mutated(text, chance, others, pieces):
    for _ in range(chance.randint(1, 4)):
        start = chance.randint(0, len(text))
        end = min(len(text), start + chance.choice((0, 1, 1, 2, 5, 20)))
        kind = chance.randrange(7)
        if kind == 0:
            text = text[:start] + text[end:]
        elif kind == 1:
            text = text[:start] + chance.choice(pieces) + text[start:]
        elif kind == 2:
            text = text[:start] + chance.choice(pieces) + text[end:]
        elif kind == 3:
            text = text[:end] + text[start:end] * chance.randint(1, 3) + text[end:]
        elif kind == 4:
            text = text[:start]
        elif kind == 5:
            text = text[:start] + chance.choice(others) + text[start:]
        else:
            text = (
                text[:start]
                + chr(chance.choice((chance.randrange(32, 127), chance.randrange(0x3FFF))))
                + text[end:]
            )
    return text
