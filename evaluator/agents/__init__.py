"""Agents, which turn the documents of a mission into a solution.

There are two kinds, distinguished by type: a *conversational* agent answers prompts, and the strategy leads it; an
*autonomous* agent receives an assignment (documents, instruction, an empty workspace) and returns a solution. A new
agent is a subclass of one of them and an entry point in the group ``projecteval.agents``: a function that takes the
text after the colon of ``--agent NAME:TEXT`` and the run's `AgentSettings`, and returns the agent.
"""

from evaluator.agents.interface import Agent, Assignment, AutonomousAgent, ConversationalAgent
from evaluator.model.generation import ChatMessage, Conversation, Generation, Reply, Solution, StepRecord, Usage

__all__ = [
    "Agent",
    "Assignment",
    "AutonomousAgent",
    "ChatMessage",
    "Conversation",
    "ConversationalAgent",
    "Generation",
    "Reply",
    "Solution",
    "StepRecord",
    "Usage",
]
